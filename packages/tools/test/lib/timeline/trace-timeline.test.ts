import { describe, expect, it } from '@jest/globals';
import { openTrace } from '@perfxpert/rocpd';
import { buildTrace } from '@perfxpert/rocpd/testing';
import fc from 'fast-check';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import { createBucketGrid } from '../../../src/lib/timeline/bucket-grid.js';
import type { TimelineLane, TimelineWindow, TraceTimeline } from '../../../src/lib/timeline/trace-timeline.js';
import { processColumns, traceOf } from '../../support/process-columns.js';
import type { ProcessRows } from '../../support/process-columns.js';
import { severalProcesses } from '../../support/trace-arbitrary.js';

async function factsOf(processes: readonly ProcessRows[]) {
  return computeFacts(traceOf(processes.map(processColumns)), { timeline: true });
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
const lanesOf = (timeline: TraceTimeline): TimelineLane[] =>
  timeline.windows.flatMap(({ tracks }) => tracks.flatMap(({ lanes }) => lanes));

/** Time of a lane that a drawing of [from, until) shows: the union of its events and what the buckets hold there. */
function drawnNs(lane: TimelineLane, window: TimelineWindow, from: number, until: number): number {
  let reached = from;
  let total = 0;
  for (const [index, start] of lane.events.startNs.entries()) {
    const end = Math.min(start + (lane.events.durationNs[index] ?? 0), until);
    const begin = Math.max(start, reached);
    if (end > begin) total += end - begin;
    reached = Math.max(reached, end);
  }
  for (const [index, restNs] of (lane.restNs ?? []).entries()) {
    const start = window.gridStartNs + index * window.bucketNs;
    if (start >= from && start + window.bucketNs <= until) total += restNs;
  }
  return total;
}

describe('the timeline of random traces', () => {
  it('has device overviews that add up to the breakdown, to the nanosecond', async () => {
    await fc.assert(
      fc.asyncProperty(severalProcesses, async (processes) => {
        const { timeline, executionBreakdown } = await factsOf(processes);
        const tracks = timeline?.windows.flatMap((window) => window.tracks) ?? [];
        for (const device of executionBreakdown?.devices ?? []) {
          const overview = tracks.find((track) => track.label === device.label)?.overview;
          expect([
            sum(overview?.computeNs ?? []),
            sum(overview?.communicationNs ?? []),
            sum(overview?.copyNs ?? []),
          ]).toEqual([
            device.compute_ns - device.communication_exposed_ns,
            device.communication_exposed_ns,
            device.copy_exposed_ns,
          ]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('draws of each lane just its busy time', async () => {
    await fc.assert(
      fc.asyncProperty(severalProcesses, async (processes) => {
        const { timeline } = await factsOf(processes);
        for (const window of timeline?.windows ?? [])
          for (const lane of window.tracks.flatMap(({ lanes }) => lanes))
            expect(drawnNs(lane, window, 0, window.wallNs)).toBe(lane.busyNs);
      }),
      { numRuns: 60 },
    );
  });
});

/** 100,000 kernels of 1 to 7 ns in steps of 10 ns, and one of 500 ns over the last fifty of them. */
const COUNT = 100_000;
const MANY: ProcessRows = {
  kernels: [
    ...Array.from({ length: COUNT }, (_, index) => ({
      name: `k${String(index % 3)}`,
      gpu: 0,
      startNs: index * 10,
      endNs: index * 10 + 1 + (index % 7),
    })),
    { name: 'long', gpu: 0, startNs: 999_500, endNs: 1_000_000 },
  ],
};

describe('a trace with more events than are kept', () => {
  it('keeps long events one by one and the time of all', async () => {
    const { timeline, executionBreakdown } = await factsOf([MANY]);
    // The kernels, and the 99,950 gaps before the next of them: those under the long one leave none.
    expect(timeline?.eventCount).toBe(COUNT + 1 + 99_950);
    // 1/4000 of 1,000,000 ns is 250 ns: the long kernel alone.
    expect(timeline?.minEventNs).toBe(250);
    expect(timeline?.keptEventCount).toBe(1);
    const [lane] = lanesOf(timeline!);
    expect(lane?.busyNs).toBe(executionBreakdown?.compute_ns);
  });

  it('shows at each zoom the time that lies there', async () => {
    const { timeline } = await factsOf([MANY]);
    const window = timeline!.windows[0]!;
    const [lane] = lanesOf(timeline!);
    for (const [first, last] of [
      [0, window.bucketCount],
      [0, 8],
      [100, 101],
      [window.bucketCount - 5, window.bucketCount],
    ] as const) {
      const from = window.gridStartNs + first * window.bucketNs;
      const until = window.gridStartNs + last * window.bucketNs;
      const expected = sum(
        Array.from({ length: COUNT }, (_, index) => {
          const end = Math.min(index * 10 + 1 + (index % 7), until, 999_500);
          return Math.max(0, end - Math.max(index * 10, from));
        }),
      );
      const long = Math.max(0, Math.min(1_000_000, until) - Math.max(999_500, from));
      expect(drawnNs(lane!, window, from, until)).toBe(expected + long);
    }
  });

  it('stays within its bounds', async () => {
    const { timeline } = await factsOf([MANY, MANY, MANY]);
    const buckets = sum(timeline!.windows.flatMap((w) => w.tracks.map((t) => t.lanes.length * w.bucketCount)));
    expect(buckets).toBeLessThanOrEqual(65_536);
    expect(timeline?.keptEventCount).toBeLessThanOrEqual(60_000);
  });
});

describe('without', () => {
  it('asking for it there is none', async () => {
    expect((await computeFacts(traceOf([processColumns({})]))).timeline).toBeUndefined();
  });

  it('GPU work there is none', async () => {
    expect((await factsOf([{ regions: [{ name: 'hipMalloc', startNs: 0, endNs: 5 }] }])).timeline).toBeNull();
  });
});

describe('lanes', () => {
  it('are those of streams, collectives, copies, idle causes and host', async () => {
    const { timeline } = await factsOf([
      {
        kernels: [
          { name: 'gemm', gpu: 0, startNs: 0, endNs: 100 },
          { name: 'ncclDevKernel_AllReduce', gpu: 0, startNs: 200, endNs: 300 },
        ],
        copies: [{ from: 'cpu', to: 0, startNs: 320, endNs: 350 }],
        regions: [{ name: 'hipMalloc', category: 'HIP_RUNTIME_API', startNs: 90, endNs: 210 }],
      },
    ]);
    const lanes = lanesOf(timeline!);
    expect(lanes.map(({ kind }) => kind)).toEqual(['compute', 'communication', 'copy', 'idle', 'api']);
    const idle = lanes[3]!;
    // Gaps 100..200 (under hipMalloc) and 300..320.
    expect([...idle.events.startNs]).toEqual([100, 300]);
    expect(timeline?.names[idle.events.name[0] ?? 0]).toBe('allocation');
  });
});

describe('a gap', () => {
  it('is called after the cause with most of its time, of equal ones the first', async () => {
    const { timeline } = await factsOf([
      {
        kernels: [
          { name: 'a', gpu: 0, startNs: 0, endNs: 100 },
          { name: 'b', gpu: 0, startNs: 200, endNs: 300 },
          { name: 'c', gpu: 0, startNs: 400, endNs: 500 },
        ],
        regions: [
          // 100..200: 40 ns under hipMalloc, 60 ns under a wait.
          { name: 'hipMalloc', category: 'HIP_RUNTIME_API', startNs: 100, endNs: 140 },
          { name: 'hipDeviceSynchronize', category: 'HIP_RUNTIME_API', startNs: 140, endNs: 200 },
          // 300..400: 50 ns each; of the two, blocking_sync comes first among the causes.
          { name: 'hipMalloc', category: 'HIP_RUNTIME_API', startNs: 300, endNs: 350 },
          { name: 'hipDeviceSynchronize', category: 'HIP_RUNTIME_API', startNs: 350, endNs: 400 },
        ],
      },
    ]);
    const idle = lanesOf(timeline!).find(({ kind }) => kind === 'idle');
    expect([...(idle?.events.name ?? [])].map((name) => timeline?.names[name])).toEqual([
      'blocking sync',
      'blocking sync',
    ]);
  });

  it('is called after the second of two causes where that has more', async () => {
    const { timeline } = await factsOf([
      {
        kernels: [
          { name: 'a', gpu: 0, startNs: 0, endNs: 100 },
          { name: 'b', gpu: 0, startNs: 200, endNs: 300 },
        ],
        regions: [
          { name: 'hipDeviceSynchronize', category: 'HIP_RUNTIME_API', startNs: 100, endNs: 149 },
          { name: 'hipMalloc', category: 'HIP_RUNTIME_API', startNs: 149, endNs: 200 },
        ],
      },
    ]);
    const idle = lanesOf(timeline!).find(({ kind }) => kind === 'idle');
    expect([...(idle?.events.name ?? [])].map((name) => timeline?.names[name])).toEqual(['allocation']);
  });
});

describe('a thinned trace of several streams, with copies and collectives', () => {
  it('has lanes and overviews that agree with the breakdown', async () => {
    // 4 x 20,000 kernels of 1 to 5 ns: compute on streams 0 and 1, which overlap, collectives on stream 2; a copy beside.
    const kernels = [0, 1, 2, 0].flatMap((stream, turn) =>
      Array.from({ length: 20_000 }, (_, index) => ({
        name: stream === 2 ? 'ncclDevKernel_AllReduce' : 'gemm',
        gpu: 0,
        stream,
        startNs: index * 20 + turn * 3,
        endNs: index * 20 + turn * 3 + 1 + ((index + turn) % 5),
      })),
    );
    kernels.sort((left, right) => left.startNs - right.startNs);
    const copies = Array.from({ length: 1000 }, (_, index) => ({
      from: 'cpu' as const,
      to: 0,
      startNs: index * 400 + 5,
      endNs: index * 400 + 20,
    }));
    const { timeline, executionBreakdown } = await factsOf([{ kernels, copies }]);
    const window = timeline!.windows[0]!;
    const track = window.tracks[0]!;
    const device = executionBreakdown!.devices[0]!;
    expect(timeline?.minEventNs).toBeGreaterThan(0);
    expect([
      sum(track.overview?.computeNs ?? []),
      sum(track.overview?.communicationNs ?? []),
      sum(track.overview?.copyNs ?? []),
    ]).toEqual([
      device.compute_ns - device.communication_exposed_ns,
      device.communication_exposed_ns,
      device.copy_exposed_ns,
    ]);
    expect(track.lanes.map(({ label, eventCount }) => [label, eventCount])).toEqual([
      ['stream 0', 40_000],
      ['stream 1', 20_000],
      ['RCCL, stream 2', 20_000],
      ['copies', 1000],
      ['idle causes', expect.any(Number)],
    ]);
    const gridEndNs = window.gridStartNs + window.bucketCount * window.bucketNs;
    for (const lane of track.lanes) expect(drawnNs(lane, window, window.gridStartNs, gridEndNs)).toBe(lane.busyNs);
  });
});

describe('ranges of the program', () => {
  it('have the text that the program gave them', async () => {
    const files = buildTrace({
      kernels: [{ name: 'gemm', startNs: 100, endNs: 200 }],
      regions: [
        { name: 'roctxThreadRangeA', category: 'MARKER_CORE_RANGE_API', message: 'load', startNs: 0, endNs: 300 },
        { name: 'roctxThreadRangeA', category: 'MARKER_CORE_RANGE_API', message: 'part', startNs: 120, endNs: 150 },
      ],
    });
    const trace = openTrace([...files.paths]);
    const { timeline } = await computeFacts(trace, { timeline: true });
    trace.close();
    files.dispose();
    const [marker, inner] = lanesOf(timeline!);
    expect(timeline?.names[marker?.events.name[0] ?? 0]).toBe('load');
    // Cut at the window, 100 to 200.
    expect([...marker!.events.durationNs]).toEqual([100]);
    // A range within another has a lane of its own.
    expect(inner?.label).toBe('ranges, level 2');
    expect([...inner!.events.startNs]).toEqual([20]);
  });
});

describe('createBucketGrid', () => {
  it('begins at a multiple of its width on the absolute clock', () => {
    // 1003 + 10 = 1013; width 16: 1013 % 16 = 5, so the grid begins at 5 and 45 ns need 3 buckets.
    expect(createBucketGrid(1003n, { startNs: 10, endNs: 50 }, 3)).toEqual({ widthNs: 16, startNs: 5, count: 3 });
  });
});
