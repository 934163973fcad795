import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openTrace } from '@perfxpert/rocpd';
import fc from 'fast-check';
import * as v from 'valibot';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import type { TraceFacts } from '../../../src/lib/facts/trace-facts.js';
import { IdleCausesSchema } from '../../../src/schemas/idle-causes.js';
import type { IdleCauses } from '../../../src/schemas/idle-causes.js';
import { processColumns, traceOf } from '../../support/process-columns.js';
import type { ProcessRows } from '../../support/process-columns.js';
import { findSharedFolder, readRecordedFacts } from '../../support/shared-traces.js';
import { severalProcesses } from '../../support/trace-arbitrary.js';

const MS = 1_000_000;

async function factsOf(...processes: readonly ProcessRows[]): Promise<TraceFacts> {
  return computeFacts(traceOf(processes.map(processColumns)));
}

/** Nanoseconds by cause. */
const timesOf = (idle: IdleCauses | null): Readonly<Record<string, number>> =>
  Object.fromEntries((idle?.causes ?? []).map((entry) => [entry.cause, entry.total_ns]));

/** Two kernels with the gap [100, 1100) between them; the second is launched by stack id 2. */
function withGap(regions: ProcessRows['regions'] = []): ProcessRows {
  return {
    kernels: [
      { name: 'a', startNs: 0, endNs: 100, stackId: 1 },
      { name: 'b', startNs: 1100, endNs: 1200, stackId: 2 },
    ],
    regions,
  };
}
const launch = (startNs: number, endNs: number, stackId: number, thread = 1) => ({
  name: 'hipLaunchKernel',
  startNs,
  endNs,
  stackId,
  thread,
});
const call = (name: string, startNs: number, endNs: number, thread = 1, category = 'HIP_RUNTIME_API_EXT') => ({
  name,
  startNs,
  endNs,
  thread,
  category,
});

/** The laws of idle time: parts add up to the whole, per device and in all, to the nanosecond. */
function expectLaws({ executionBreakdown: breakdown, idleCauses, diagnostics }: TraceFacts): void {
  expect(diagnostics.filter(({ code }) => code === 'SECTION_UNAVAILABLE')).toEqual([]);
  const idleNs = breakdown === null ? 0 : breakdown.idle_other_ns + breakdown.api_exposed_ns;
  expect(idleCauses?.idle_ns ?? 0).toBe(idleNs);
  if (idleCauses === null || breakdown === null) return;
  v.parse(IdleCausesSchema, idleCauses);
  const sum = (causes: readonly { readonly total_ns: number }[]) =>
    causes.reduce((total, entry) => total + entry.total_ns, 0);
  expect(sum(idleCauses.causes)).toBe(idleNs);
  expect(idleCauses.devices.map(({ label, idle_ns: idle }) => [label, idle])).toEqual(
    breakdown.devices.map((device) => [device.label, device.idle_other_ns + device.api_exposed_ns]),
  );
  for (const device of idleCauses.devices) expect(sum(device.causes)).toBe(device.idle_ns);
  for (const entry of idleCauses.causes) {
    expect(entry.total_ns).toBeGreaterThan(0);
    expect(entry.top_calls.length).toBeLessThanOrEqual(5);
    for (const gap of entry.largest_gaps) {
      expect(gap.cause_ns).toBeLessThanOrEqual(gap.duration_ns);
      expect(gap.start_ns + gap.duration_ns).toBeLessThanOrEqual(breakdown.wall_ns);
    }
  }
}

describe('idle causes', () => {
  it.each([
    // The launch starts at 600: the host was busy until then, [605, 1100) is the latency of a launch that came late.
    ['a launch inside the gap', [launch(600, 605, 2)], { late_launch: 995, launch_calls: 5 }],
    ['a launch long before the gap', [launch(-20_010, -20_000, 2)], { queue_dependency: 1000 }],
    // Launched 9901 ns before the gap begins at 100: no longer than a launch may take to reach the device.
    ['a launch just before the gap', [launch(-9811, -9801, 2)], { late_launch: 1000 }],
    // Nothing says when b was launched; 200 ns of the gap lie in a wait.
    ['no launching call', [call('hipDeviceSynchronize', 50, 300)], { unknown: 800, blocking_sync: 200 }],
    ['no API data', [], { unknown: 1000 }],
    // A blocking copy waits, but for a copy.
    [
      'copy calls',
      [call('hipMemcpy', 100, 400), call('hipMemcpyAsync', 400, 500), launch(-20_010, -20_000, 2)],
      { queue_dependency: 600, copy: 400 },
    ],
    [
      'allocation',
      [call('hipMalloc', 200, 1100), launch(-20_010, -20_000, 2)],
      { allocation: 900, queue_dependency: 100 },
    ],
    ['modules', [call('hipModuleLoad', 0, 1100), launch(-20_010, -20_000, 2, 2)], { compile_load: 1000 }],
    [
      'collective calls',
      [call('ncclAllReduce', 100, 150, 1, 'RCCL_API'), launch(-20_010, -20_000, 2)],
      { queue_dependency: 950, collective_wait: 50 },
    ],
  ])('%s', async (_, regions, expected) => {
    const facts = await factsOf(withGap(regions));
    expectLaws(facts);
    expect(timesOf(facts.idleCauses)).toEqual(expected);
  });

  it('takes the innermost call, and the call around it where that says nothing', async () => {
    // hipMalloc [100, 900) holds a wait [300, 400) and a function without a cause [500, 600).
    const { idleCauses } = await factsOf(
      withGap([
        call('hipMalloc', 100, 900),
        call('hsa_signal_wait_relaxed', 300, 400, 1, 'HSA_CORE_API'),
        call('hsa_queue_create', 500, 600, 1, 'HSA_CORE_API'),
        launch(-20_010, -20_000, 2, 2),
      ]),
    );
    expect(timesOf(idleCauses)).toEqual({ allocation: 700, queue_dependency: 200, blocking_sync: 100 });
    expect(idleCauses?.causes[0]?.top_calls).toEqual([{ name: 'hipMalloc', total_ns: 700, share_pct: 100 }]);
  });

  it('lets work win over waiting where threads overlap', async () => {
    const { idleCauses } = await factsOf(
      withGap([
        call('hipDeviceSynchronize', 100, 1100, 1),
        call('hipMalloc', 400, 500, 2),
        launch(-20_010, -20_000, 2, 2),
      ]),
    );
    expect(timesOf(idleCauses)).toEqual({ blocking_sync: 900, allocation: 100 });
  });

  it('books calls without a cause of their own as the rest of the gap, with their names', async () => {
    const { idleCauses } = await factsOf(withGap([call('hipGetDevice', 200, 300), launch(1000, 1010, 2)]));
    expect(timesOf(idleCauses)).toEqual({ late_launch: 990, launch_calls: 10 });
    // 100 of 990
    expect(idleCauses?.causes[0]?.top_calls).toEqual([{ name: 'hipGetDevice', total_ns: 100, share_pct: 10.1 }]);
  });

  it('takes a slow first launch of a kernel as loading its code', async () => {
    const facts = await factsOf({
      kernels: [
        { name: 'a', startNs: 0, endNs: 100, stackId: 1 },
        { name: 'b', startNs: 3 * MS, endNs: 3 * MS + 100, stackId: 2 },
        { name: 'b', startNs: 5 * MS + 100, endNs: 5 * MS + 200, stackId: 3 },
      ],
      regions: [launch(MS, 2 * MS, 2), launch(3 * MS + 100, 4 * MS + 100, 3)],
    });
    // Gaps [100, 3 ms) and [3 ms + 100, 5 ms + 100); only the first launch of b loads.
    expect(timesOf(facts.idleCauses)).toEqual({
      late_launch: 3 * MS - 100 - MS + 2 * MS - MS,
      compile_load: MS,
      launch_calls: MS,
    });
  });

  it('lists the largest gaps with the kernel that ends them', async () => {
    const { idleCauses } = await factsOf({
      kernels: Array.from({ length: 8 }, (_, index) => ({
        name: `k${String(index)}`,
        startNs: 10 + index * 100,
        endNs: 10 + index * 100 + 10 * index + 5,
      })),
    });
    // k0 ends at 15, k1 starts at 110: 95; then 85, 75, 65, 55, 45, 35
    expect(idleCauses?.causes).toMatchObject([{ cause: 'unknown', gap_count: 7, top_calls: [] }]);
    expect(idleCauses?.causes[0]?.largest_gaps).toEqual(
      [95, 85, 75, 65, 55].map((duration, index) => ({
        device: 'GPU 0',
        start_ns: 5 + 110 * index,
        duration_ns: duration,
        cause_ns: duration,
        next_kernel: `k${String(index + 1)}`,
      })),
    );
  });

  it('averages over the devices of a group in whole nanoseconds', async () => {
    // GPU 0 is busy for 100 of 201, GPU 1 for 201: means 50.5 idle; compute 150.5 rounds to 150, so idle is 51.
    const facts = await factsOf({
      kernels: [
        { name: 'a', startNs: 0, endNs: 100 },
        { name: 'a', startNs: 0, endNs: 201, gpu: 1 },
      ],
      regions: [launch(1000, 1001, 9)],
    });
    expectLaws(facts);
    expect(timesOf(facts.idleCauses)).toEqual({ late_launch: 51 });
  });

  it('has nothing to say without idle time', async () => {
    expect((await factsOf({ kernels: [{ name: 'a', startNs: 0, endNs: 5 }] })).idleCauses).toBeNull();
    expect((await factsOf({})).idleCauses).toBeNull();
  });

  it('adds up to the idle time of the partition, whatever the trace', async () => {
    await fc.assert(fc.asyncProperty(severalProcesses, async (processes) => expectLaws(await factsOf(...processes))));
  });
});

const SHARED = findSharedFolder();
const suite = SHARED === null ? describe.skip : describe;
const recorded =
  SHARED === null ? [] : [...readRecordedFacts(SHARED)].filter(([, { kernels }]) => kernels !== undefined);
const planted =
  SHARED === null
    ? []
    : fs
        .readdirSync(path.join(SHARED, 'planted'))
        .filter((name) => fs.existsSync(path.join(SHARED, 'planted', name, 'trace.db')));

async function readFacts(...files: readonly string[]): Promise<TraceFacts> {
  const trace = openTrace(files);
  try {
    return await computeFacts(trace);
  } finally {
    trace.close();
  }
}

suite('idle causes of recorded traces', () => {
  it.each(recorded.map(([name]) => name))('add up in %s', async (name) => {
    expectLaws(await readFacts(path.join(SHARED ?? '', 'traces', name)));
  });

  it('add up over four ranks', async () => {
    expectLaws(
      await readFacts(
        ...[0, 1, 2, 3].map((rank) => path.join(SHARED ?? '', `traces/ddp_resnet_mi300x_rank${String(rank)}.db`)),
      ),
    );
  });

  it.each(planted)('add up in the planted trace %s', async (name) => {
    expectLaws(await readFacts(path.join(SHARED ?? '', 'planted', name, 'trace.db')));
  });
});

describe('ranges of the program beside idle time', () => {
  const range = (name: string, startNs: number, endNs: number, thread = 1) =>
    call(name, startNs, endNs, thread, 'MARKER_CORE_RANGE_API');
  const rangesOf = async (rows: ProcessRows) =>
    Object.fromEntries(
      ((await factsOf(rows)).idleCauses?.causes ?? []).map((entry) => [
        entry.cause,
        entry.top_ranges.map(({ name, total_ns: ns }) => [name, ns]),
      ]),
    );

  it('are the innermost of the thread that launches what ends the gap, calls left out', async () => {
    // Gap [100, 1100): 5 ns in the launch. load has [200, 600) less decode [300, 400); thread 2 launches nothing.
    const regions = [
      range('load', 200, 600),
      range('decode', 300, 400),
      range('watchdog', 0, 2000, 2),
      launch(900, 905, 2),
    ];
    expect(await rangesOf(withGap(regions))).toEqual({
      late_launch: [
        ['load', 300],
        ['decode', 100],
      ],
      launch_calls: [],
    });
  });

  it('are those of another thread where the one that launches has none', async () => {
    // watchdog covers [100, 1100) but the 5 ns of the launch; work was opened later and covers [500, 600).
    const regions = [range('watchdog', 0, 2000, 2), range('work', 500, 600, 3), launch(900, 905, 2)];
    expect(await rangesOf(withGap(regions))).toMatchObject({
      late_launch: [
        ['watchdog', 895],
        ['work', 100],
      ],
    });
  });

  it('are one where their texts differ in a number alone, and none without length', async () => {
    const numbered = [1, 2, 3, 4].map((step) => range(`sample ${step}`, 100 + step * 10, 105 + step * 10));
    const regions = [...numbered, range('layer 7', 300, 320), range('point', 400, 400), launch(900, 905, 2)];
    expect(await rangesOf(withGap(regions))).toMatchObject({
      // 4 x 5 ns, and 20 ns of the only layer.
      late_launch: [
        ['layer 7', 20],
        ['sample', 20],
      ],
    });
  });
});
