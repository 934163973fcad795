import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CopySpec, KernelSpec, ProcessSpec, RegionSpec } from '@perfxpert/rocpd/testing';
import type { Recommendation } from '../../../src/schemas/recommendation.js';
import { diagnosedTrace } from '../../support/diagnosed-trace.js';
import { lengthOf, without } from '../../support/sql-truth.js';
import type { Span } from '../../support/sql-truth.js';

/** Time in which kernels of these names run and no others, each name by itself. */
function exclusiveNs(kernels: readonly KernelSpec[], names: readonly string[]): number {
  const spansOf = (isMeant: (name: string) => boolean): Span[] =>
    kernels
      .filter(({ name }) => isMeant(name ?? ''))
      .map(({ startNs, endNs }) => [Number(startNs), Number(endNs)] as const);
  return names.reduce(
    (sum, name) =>
      sum +
      lengthOf(
        without(
          spansOf((other) => other === name),
          spansOf((other) => other !== name),
        ),
      ),
    0,
  );
}

const NAMES = ['gemm', 'stencil', 'reduce', 'ncclDevKernel_Generic_1(x)'] as const;
const CALLS = ['hipLaunchKernel', 'hipMalloc', 'hipDeviceSynchronize', 'hipMemcpyWithStream', 'hipModuleLoad'] as const;
const us = (max: number) => fc.integer({ min: 0, max }).map((value) => value * 1000);
const share = fc.double({ min: 0, max: 1, noNaN: true });

const counters = fc.option(fc.record({ valu: share, matrix: share, waves: share, read: share, written: share }));

/** One dispatch, copy or call after the other per lane; lanes overlap. */
const program: fc.Arbitrary<ProcessSpec> = fc
  .record({
    kernels: fc.array(
      fc.record({ name: fc.constantFrom(...NAMES), gap: us(80), length: us(400), stream: fc.nat(2), counters }),
      { minLength: 1, maxLength: 40 },
    ),
    copies: fc.array(fc.record({ gap: us(900), length: us(300), bytes: fc.nat(20_000_000), up: fc.boolean() }), {
      maxLength: 12,
    }),
    calls: fc.array(fc.record({ name: fc.constantFrom(...CALLS), gap: us(200), length: us(300) }), { maxLength: 20 }),
  })
  .map((drawn) => {
    const at = [0, 0, 0];
    const kernels = drawn.kernels.map(({ name, gap, length, stream, counters: own }): KernelSpec => {
      const startNs = (at[stream] ?? 0) + gap;
      at[stream] = startNs + length;
      return { name, startNs, endNs: startNs + length, stream, queue: stream, ...countersOf(own, length) };
    });
    let time = 0;
    const copies = drawn.copies.map(({ gap, length, bytes, up }): CopySpec => {
      const startNs = time + gap;
      time = startNs + length;
      return { startNs, endNs: time, bytes, ...(up ? {} : { from: 0, to: 'cpu' as const }) };
    });
    time = 0;
    const regions = drawn.calls.map(({ name, gap, length }): RegionSpec => {
      const startNs = time + gap;
      time = startNs + length;
      return { name, startNs, endNs: time };
    });
    return { kernels, copies, regions };
  });

/** Counters of an MI300X (304 units, 8 dies) for shares of its peaks. */
function countersOf(
  drawn: { valu: number; matrix: number; waves: number; read: number; written: number } | null,
  lengthNs: number,
): Pick<KernelSpec, 'counters'> {
  if (drawn === null || lengthNs === 0) return {};
  const clocks = Math.round(lengthNs * 2.1);
  return {
    counters: {
      GRBM_COUNT: 8 * clocks,
      GRBM_GUI_ACTIVE: 8 * clocks,
      SQ_WAVES: 9728,
      SQ_WAVE_CYCLES: Math.round((drawn.waves * clocks * 304 * 32) / 4),
      SQ_ACTIVE_INST_VALU: Math.round(drawn.valu * clocks * 304),
      SQ_VALU_MFMA_BUSY_CYCLES: Math.round(drawn.matrix * clocks * 304 * 4),
      FETCH_SIZE: Math.round((drawn.read * 2600 * lengthNs) / 1024),
      WRITE_SIZE: Math.round((drawn.written * 2600 * lengthNs) / 1024),
    },
  };
}

const kernelsOf = ({ kernels = [], target }: Recommendation): readonly string[] =>
  kernels.length > 0 ? kernels : target !== null && NAMES.some((name) => name === target) ? [target] : [];

const bounds = (list: readonly Recommendation[]): number =>
  list.reduce((sum, { recoverable_ns: ns }) => sum + (ns ?? 0), 0);

describe('laws of advice on any program', () => {
  it('a bound is no more than the time it acts on, and all together no more than the time there is', async () => {
    await fc.assert(
      fc.asyncProperty(program, async (spec) => {
        const { facts, recommendations } = await diagnosedTrace(spec);
        const time = facts.executionBreakdown;
        if (time === null) return;
        const aboutKernels = recommendations.filter((one) => kernelsOf(one).length > 0 && one.recoverable_ns !== null);
        for (const one of aboutKernels)
          expect(one.recoverable_ns).toBeLessThanOrEqual(exclusiveNs(spec.kernels ?? [], kernelsOf(one)));
        const others = recommendations.filter((one) => kernelsOf(one).length === 0);
        expect(bounds(others)).toBeLessThanOrEqual(
          time.copy_exposed_ns + time.communication_exposed_ns + time.api_exposed_ns + time.idle_other_ns,
        );
        expect(bounds(recommendations)).toBeLessThanOrEqual(time.wall_ns);
      }),
      { numRuns: 120 },
    );
  }, 120_000);

  it('a range is given only with a bound and a measured limit, and promises no more than the bound', async () => {
    await fc.assert(
      fc.asyncProperty(program, async (spec) => {
        const { facts, recommendations } = await diagnosedTrace(spec);
        for (const { predicted_program_speedup_range: range, recoverable_ns: ns, evidence } of recommendations) {
          if (range === undefined) continue;
          const wallNs = facts.executionBreakdown?.wall_ns ?? 0;
          expect(
            facts.hardwareCounters.has_counters && evidence.some(({ metric }) => /_pct$|_frac$/.test(metric)),
          ).toBe(true);
          expect(ns).not.toBeNull();
          expect(range[0]).toBeGreaterThanOrEqual(1);
          expect(range[1]).toBeLessThanOrEqual((wallNs / (wallNs - (ns ?? 0))) * 1.000001);
        }
      }),
      { numRuns: 120 },
    );
  }, 120_000);
});

describe('a kernel wholly hidden behind others', () => {
  const busy = { valu: 0.05, matrix: 0, waves: 0.05, read: 0.1, written: 0.1 };
  const kernels = (isHidden: boolean): KernelSpec[] =>
    Array.from({ length: 20 }, (_, step): KernelSpec[] => [
      // Two long kernels of two streams cover each other and the third.
      { name: 'gemm', startNs: step * 1_000_000, endNs: (step + 1) * 1_000_000, stream: 0 },
      {
        ...{ name: 'stencil', startNs: step * 1_000_000 + 100_000, endNs: step * 1_000_000 + 900_000 },
        ...{ stream: 1, queue: 1, ...countersOf(busy, 800_000) },
      },
    ])
      .flat()
      .filter(({ name }) => isHidden || name === 'stencil');

  it('frees nothing, though its counters show that it could be faster', async () => {
    const { recommendations, facts } = await diagnosedTrace({ kernels: kernels(true) });
    expect(facts.hotspots.find(({ name }) => name === 'stencil')).toMatchObject({ exclusive_ns: 0 });
    const about = recommendations.filter((one) => kernelsOf(one).includes('stencil'));
    for (const { recoverable_ns: ns } of about) expect(ns ?? 0).toBe(0);
    for (const one of about) expect(one.predicted_program_speedup_range?.[1] ?? 1).toBe(1);
  });

  it('frees its time where nothing covers it', async () => {
    const { recommendations } = await diagnosedTrace({ kernels: kernels(false) });
    const about = recommendations.filter((one) => kernelsOf(one).includes('stencil'));
    expect(Math.max(...about.map(({ recoverable_ns: ns }) => ns ?? 0))).toBeGreaterThan(0);
  });
});

/** Kernels of one to four streams that leave next to nothing uncovered, none of them half of the time. */
const healthyProgram: fc.Arbitrary<ProcessSpec> = fc
  .record({
    steps: fc.integer({ min: 1, max: 60 }),
    names: fc.integer({ min: 3, max: 12 }),
    length: fc.integer({ min: 12, max: 900 }),
    streams: fc.integer({ min: 1, max: 4 }),
    hiddenCopies: fc.boolean(),
    hasCalls: fc.boolean(),
    waitsAtTheEnd: fc.boolean(),
  })
  .map(({ steps, names, length, streams, hiddenCopies, hasCalls, waitsAtTheEnd }) => {
    const lengthNs = length * 1000;
    const pauseNs = Math.floor(lengthNs / 100);
    const count = steps * names;
    const kernels: KernelSpec[] = [];
    const regions: RegionSpec[] = [];
    const copies: CopySpec[] = [];
    for (let index = 0; index < count; index++)
      for (let stream = 0; stream < streams; stream++) {
        const startNs = index * lengthNs + Math.floor((stream * lengthNs) / streams);
        kernels.push({
          ...{ name: `part_${index % names}`, startNs, endNs: startNs + lengthNs - pauseNs, stream, queue: stream },
          stackId: 1 + index * streams + stream,
        });
        if (hasCalls)
          regions.push({
            name: 'hipLaunchKernel',
            startNs: Math.floor((startNs - 20_000 - lengthNs / 10) * 0.9),
            endNs: Math.floor((startNs - 20_000 - lengthNs / 10) * 0.9) + 4000,
            stackId: 1 + index * streams + stream,
          });
        if (hiddenCopies && stream === 0)
          copies.push({ startNs: startNs + 1000, endNs: startNs + Math.floor(lengthNs / 2), bytes: 25 * lengthNs });
      }
    if (waitsAtTheEnd) regions.push({ name: 'hipDeviceSynchronize', startNs: 1, endNs: (count + 1) * lengthNs });
    return { kernels, regions, copies };
  });

describe('a program with nothing wrong', () => {
  it('gets no recommendation above INFO, whatever its size', async () => {
    await fc.assert(
      fc.asyncProperty(healthyProgram, async (spec) => {
        const { recommendations } = await diagnosedTrace(spec);
        expect(recommendations.filter(({ priority }) => priority !== 'INFO').map(({ title }) => title)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  }, 120_000);

  it.each<[string, ProcessSpec, string]>([
    ['nothing at all', {}, 'no_gpu_activity'],
    ['markers only', { regions: [{ message: 'step', startNs: 0, endNs: 1_000_000 }] }, 'no_gpu_activity'],
    ['calls only', { regions: [{ name: 'hipMalloc', startNs: 0, endNs: 1_000_000 }] }, 'no_gpu_activity'],
    ['copies only', { copies: [{ startNs: 0, endNs: 900_000, bytes: 40_000_000 }] }, 'no_kernels'],
    ['one dispatch of no length', { kernels: [{ name: 'fill', startNs: 5, endNs: 5 }] }, 'zero_durations'],
    ['one that ends before it starts', { kernels: [{ name: 'fill', startNs: 9, endNs: 5 }] }, 'no_gpu_activity'],
  ])('%s: asks for more data and judges nothing', async (_name, spec, driver) => {
    const { verdict, recommendations } = await diagnosedTrace(spec);
    expect(verdict).toMatchObject({ primary_bottleneck: 'data_insufficient', driver, confidence: 0 });
    expect(recommendations.map(({ priority, recoverable_ns: ns }) => [priority, ns])).toEqual([['INFO', null]]);
  });
});

describe('a GPU without work beside a busy one', () => {
  const steps = Array.from({ length: 100 }, (_, step) => step * 500_000);
  const two = (secondNs: number): ProcessSpec => ({
    agents: [{}, {}],
    kernels: [
      ...steps.map((startNs) => ({ name: 'gemm', startNs, endNs: startNs + 490_000 })),
      ...steps.map((startNs) => ({ name: 'gemm', startNs, endNs: startNs + secondNs, agent: 1 })),
    ],
    // Calls that lie under the kernels of the first GPU, and beside those of the second.
    regions: steps.map((startNs) => ({
      name: 'hipLaunchKernel',
      startNs: startNs + 300_000,
      endNs: startNs + 480_000,
    })),
  });

  it('is called that, and no call and no host is blamed', async () => {
    // 490 of 500 us against 100 of 500 us: 49.99 ms are the window, the mean is empty for 20.4 ms of it.
    const { verdict, recommendations } = await diagnosedTrace(two(100_000));
    expect(verdict).toMatchObject({ primary_bottleneck: 'latency', driver: 'device_imbalance' });
    expect(verdict.overall_assessment).toContain('GPU 1 is busy for 20.0% of the window and GPU 0 for 98.0%');
    const about = recommendations.filter(({ category }) => /Utilization|Overhead|Efficiency/.test(category));
    expect(about.map(({ priority, target }) => [priority, target])).toEqual([['MEDIUM', 'GPU 1']]);
    // 1 ms less 10 us after the last step, and 39 ms, shared by two
    expect(about[0]?.recoverable_ns).toBe((99 * 10_000 + 99 * 400_000 + 390_000) / 2);
  });

  it('is a note where it does next to nothing', async () => {
    const { recommendations } = await diagnosedTrace(two(5_000));
    const [about] = recommendations.filter(({ category }) => category === 'GPU Utilization');
    expect(about).toMatchObject({ priority: 'INFO', target: 'GPU 1' });
    expect(about?.suggestion).toContain('ROCR_VISIBLE_DEVICES');
  });

  it('is nothing where both are busy, or both are empty', async () => {
    expect((await diagnosedTrace(two(480_000))).recommendations.map(({ target }) => target)).not.toContain('GPU 1');
    const both = two(100_000);
    const kernels = (both.kernels ?? []).map((kernel) => ({ ...kernel, endNs: Number(kernel.startNs) + 100_000 }));
    expect((await diagnosedTrace({ ...both, kernels })).verdict.driver).not.toBe('device_imbalance');
  });
});
