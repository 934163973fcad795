import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openTrace } from '@perfxpert/rocpd';
import type { ProcessColumns } from '@perfxpert/rocpd';
import fc from 'fast-check';
import * as v from 'valibot';
import { computeFacts } from '../../../src/lib/facts/compute-facts.js';
import { StepsSchema } from '../../../src/schemas/steps.js';
import type { Loop, Steps } from '../../../src/schemas/steps.js';
import { processColumns, traceOf } from '../../support/process-columns.js';
import type { KernelRow, ProcessRows } from '../../support/process-columns.js';
import { findSharedFolder } from '../../support/shared-traces.js';
import { severalProcesses } from '../../support/trace-arbitrary.js';

async function stepsOf(columns: ProcessColumns): Promise<Steps | null> {
  const { steps, diagnostics } = await computeFacts(traceOf([columns]));
  expect(diagnostics.filter(({ code }) => code === 'SECTION_UNAVAILABLE')).toEqual([]);
  return v.parse(v.nullable(StepsSchema), steps);
}

/** Columns whose markers have these texts, in order of time. */
function withTexts(rows: ProcessRows): ProcessColumns {
  const columns = processColumns({
    ...rows,
    regions: rows.regions?.map((region) => ({ category: 'MARKER_CORE_RANGE_API', ...region })) ?? [],
  });
  const { names, name } = columns.regions;
  return {
    ...columns,
    details: { ...columns.details, markerTexts: (asked) => Array.from(asked, (row) => names[name[row] ?? 0] ?? null) },
  };
}

/** Kernels of 10 ns, 1 ns apart, by name; `x*40` lasts 40 ns. */
function inARow(names: readonly string[]): KernelRow[] {
  let time = 0;
  return names.map((entry) => {
    const [name = '', ns = '10'] = entry.split('*');
    const startNs = time;
    time += Number(ns) + 1;
    return { name, startNs, endNs: time - 1 };
  });
}
const times = (count: number, names: readonly string[]): string[] => Array.from({ length: count }, () => names).flat();

describe('steps by a sequence of kernels', () => {
  it('finds the step, not the layer', async () => {
    // embed, 6 x (attention, mlp), head, optimizer: 15 kernels of 11 ns = 165 ns; the last step has no end.
    const steps = await stepsOf(
      processColumns({ kernels: inARow(times(8, ['embed', ...times(6, ['attention', 'mlp']), 'head', 'optimizer'])) }),
    );
    expect(steps).toMatchObject({
      loop_count: 1,
      loops: [{ source: 'sequence', marker: null, step_kernels: 15, step_count: 7, median_ns: 165, p95_ns: 165 }],
    });
    // 15 x 10 of 165 ns; no API data, so the rest is idle.
    expect(steps?.loops[0]).toMatchObject({ compute_pct: 90.91, idle_other_pct: 9.09, slow_steps: [] });
  });

  it('bears with a few other kernels and leaves the warm-up out', async () => {
    const steps = await stepsOf(
      processColumns({
        kernels: inARow([
          ...['a*90', 'b', 'c', 'd'],
          ...times(5, ['a', 'b', 'c', 'd']),
          ...['a', 'b', 'other', 'c', 'd'],
          ...times(5, ['a', 'b', 'c', 'd']),
          ...['a', 'b', 'c*60', 'd'],
          ...times(3, ['a', 'b', 'c', 'd']),
        ]),
      }),
    );
    const [loop] = steps?.loops ?? [];
    // 16 steps, the last without an end. The first takes 124 ns; 44 ns are usual, 55 with `other`, 94 with the slow c.
    expect(loop).toMatchObject({ step_count: 15, warmup_steps: 1, median_ns: 44, slow_step_count: 2 });
    // 14 steady steps take 12 x 44 + 55 + 94 ns; the slow c grew by 50 ns against the usual 10.
    expect(loop?.steady_ns).toBe(677);
    expect(loop?.slow_steps).toMatchObject([
      { step: '13', duration_ns: 94, excess_ns: 50, grown_part: 'kernel', grown_kernel: 'c', grown_ns: 50 },
      { step: '7', duration_ns: 55, excess_ns: 11, grown_part: 'kernel', grown_kernel: 'other', grown_ns: 10 },
    ]);
  });

  it.each([
    ['one kernel that follows itself', times(50, ['a'])],
    ['kernels that never repeat', Array.from({ length: 50 }, (_, index) => `k${String(index)}`)],
    ['too few repetitions', times(3, ['a', 'b', 'c'])],
    ['no kernels', []],
  ])('has no steps for %s', async (_, names) => {
    expect(await stepsOf(processColumns({ kernels: inARow(names) }))).toBeNull();
  });
});

describe('steps by markers', () => {
  /** Steps of 100 ns on the host; their kernel runs 1000 ns later, for as long as it says. */
  const marked = (texts: readonly string[], lengths: readonly number[]): ProcessRows => {
    let end = 1000;
    const kernels = lengths.map((ns, step) => {
      const startNs = Math.max(1000 + 100 * step, end);
      end = startNs + ns;
      return { name: 'gemm', startNs, endNs: end, stackId: step + 1 };
    });
    return {
      kernels,
      regions: [
        ...texts.map((name, step) => ({ name, startNs: 100 * step, endNs: 100 * step + 95 })),
        ...lengths.map((_, step) => ({
          name: 'hipLaunchKernel',
          category: 'HIP_RUNTIME_API_EXT',
          startNs: 100 * step + 10,
          endNs: 100 * step + 12,
          stackId: step + 1,
        })),
      ],
    };
  };

  it.each([
    ['step 8', 'step 9', 'step 10', 'step 11', 'step'],
    ['ProfilerStep#1', 'ProfilerStep#2', 'ProfilerStep#3', 'ProfilerStep#4', 'ProfilerStep'],
    ['iteration', 'iteration', 'iteration', 'iteration', 'iteration'],
  ])('takes %s, %s ... as the device sees them', async (...texts) => {
    const steps = await stepsOf(withTexts(marked(texts.slice(0, 4), [50, 50, 90, 50])));
    // Kernels start at 1000, 1100, 1200, 1300; the last step ends with its kernel, at 1350.
    expect(steps?.loops).toMatchObject([
      { source: 'markers', marker: texts[4], step_count: 4, step_kernels: 1, median_ns: 100, steady_ns: 350 },
    ]);
    // 240 of 350 ns
    expect(steps?.loops[0]?.compute_pct).toBe(68.57);
  });

  it.each([
    ['numbers that fall', ['step 2', 'step 1', 'step 0']],
    ['too few', ['step 1', 'step 2']],
    ['other texts', ['forward', 'backward', 'forward']],
  ])('leaves %s alone', async (_, texts) => {
    expect(
      await stepsOf(
        withTexts(
          marked(
            texts,
            texts.map(() => 50),
          ),
        ),
      ),
    ).toBeNull();
  });
});

it('steps never fail and their shares are shares, whatever the trace', async () => {
  await fc.assert(
    fc.asyncProperty(severalProcesses, async (processes) => {
      const { steps, diagnostics } = await computeFacts(traceOf(processes.map(withTexts)));
      expect(diagnostics.filter(({ code }) => code === 'SECTION_UNAVAILABLE')).toEqual([]);
      for (const loop of v.parse(v.nullable(StepsSchema), steps)?.loops ?? []) {
        const { compute_pct: compute, copy_exposed_pct: copy, api_exposed_pct: api, idle_other_pct: idle } = loop;
        expect(compute + copy + api + idle).toBeCloseTo(100, 1);
        expect(loop.slow_steps.length).toBeLessThanOrEqual(10);
      }
    }),
  );
});

const SHARED = findSharedFolder();
const suite = SHARED === null ? describe.skip : describe;

suite('steps of recorded and planted traces', () => {
  async function loopOf(file: string): Promise<Loop | undefined> {
    const trace = openTrace([path.join(SHARED ?? '', file)]);
    try {
      return (await computeFacts(trace)).steps?.loops[0];
    } finally {
      trace.close();
    }
  }

  // Counted in the files: ranges with such a text, and dispatches whose launch lies in a range.
  it.each([
    ['planted/amber/trace.db', 'step', 11, 18],
    ['planted/delta/trace.db', 'step', 12, null],
    ['planted/grove/trace.db', 'ProfilerStep', 14, null],
    ['traces/ddp_resnet_mi300x_rank0.db', 'ProfilerStep', 3, null],
  ])('finds the markers of %s', async (file, marker, count, kernels) => {
    expect(await loopOf(file)).toMatchObject({
      source: 'markers',
      marker,
      step_count: count,
      ...(kernels === null ? {} : { step_kernels: kernels }),
    });
  });

  // No markers; two kernels run 60 times each by truth.json, the last step has no end.
  it('finds the sequence of a planted trace without markers', async () => {
    expect(await loopOf('planted/jasper/trace.db')).toMatchObject({
      source: 'sequence',
      step_kernels: 2,
      step_count: 59,
    });
  });

  it.each(['traces/torch_owlv2_mi300x.db', 'traces/vllm_prefilldecode_mi300x.db'])(
    'finds a repetition in %s, which has no marked loop',
    async (file) => {
      expect(await loopOf(file)).toMatchObject({ source: 'sequence' });
    },
  );
});

describe('the time of a loop', () => {
  it('holds what lies between its steps, and nothing before or after', async () => {
    // a is one-off; 8 steps of (b, c) each 10 ns with 1 ns between; then 1000 ns of nothing before z.
    const kernels = inARow(['a*500', ...times(8, ['b', 'c'])]);
    const last = kernels.at(-1)?.endNs ?? 0;
    const steps = await stepsOf(
      processColumns({ kernels: [...kernels, { name: 'z', startNs: last + 1000, endNs: last + 1010 }] }),
    );
    // 7 whole steps of 22 ns (the last has no end): 14 kernels of 10 ns, 14 gaps of 1 ns.
    expect(steps?.loops[0]?.loop_time).toEqual({
      wall_ns: 154,
      compute_ns: 140,
      communication_exposed_ns: 0,
      copy_exposed_ns: 0,
      api_exposed_ns: 0,
      api_exposed_wait_ns: 0,
      idle_other_ns: 14,
    });
  });
});
