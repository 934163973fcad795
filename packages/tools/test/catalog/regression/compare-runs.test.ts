import { describe, expect, it } from '@jest/globals';
import { compareRuns, compareRunsTool } from '../../../src/catalog/regression/compare-runs.js';
import type { CompareRunsInput, KernelComparison } from '../../../src/catalog/regression/compare-runs.js';
import { judgeKernelTimes } from '../../../src/lib/regression/judge-kernel-times.js';
import { callTool } from '../../../src/tool/call-tool.js';
import { withRuns } from '../../support/run-files.js';
import type { Calls } from '../../support/run-files.js';

const BASE: Calls = [
  ['matmul', 1, 7000],
  ['conv2d', 1, 2000],
  ['add', 1, 1000],
];
const compare = (before: Calls, after: Calls, input: Partial<CompareRunsInput> = {}): Promise<KernelComparison> =>
  withRuns([before, after], (a = '', b = '') => compareRuns({ db_before: a, db_after: b, ...input }));

describe('compareRuns', () => {
  it('improved: matmul 5600', async () => {
    const result = await compare(BASE, [['matmul', 1, 5600], ...BASE.slice(1)]);
    expect(result).toMatchObject({ verdict: 'improved', total_delta_pct: -14, threshold_pct: 3, warnings: [] });
    // 0.7 * ln 0.8 = -0.156200; exp - 1 = -0.144612
    expect(result.weighted_geomean_delta_pct).toBeCloseTo(-14.4612, 4);
    expect(result.per_kernel_deltas).toEqual([
      { kernel: 'add', delta_pct: 0, was_hot: true },
      { kernel: 'conv2d', delta_pct: 0, was_hot: true },
      { kernel: 'matmul', delta_pct: -20, was_hot: true },
    ]);
  });

  it('regressed: conv2d 2300 is hot and more than 10 % slower', async () => {
    const result = await compare(BASE, [BASE[0]!, ['conv2d', 1, 2300], BASE[2]!]);
    expect([result.verdict, result.total_delta_pct]).toEqual(['regressed', 3]);
    // 0.2 * ln 1.15
    expect(result.weighted_geomean_delta_pct).toBeCloseTo(2.8347, 4);
  });

  it('neutral: the same', async () => {
    const result = await compare(BASE, BASE);
    expect(result).toMatchObject({ verdict: 'neutral', total_delta_pct: 0, weighted_geomean_delta_pct: 0 });
  });

  it('regressed although half of the work is gone, and says that it is gone', async () => {
    const result = await compare(
      [
        ['A', 1, 50],
        ['B', 1, 50],
      ],
      [['A', 1, 55]],
    );
    expect([result.verdict, result.total_delta_pct]).toEqual(['regressed', -45]);
    expect(result.weighted_geomean_delta_pct).toBeCloseTo(10, 10);
    expect(result.per_kernel_deltas).toContainEqual({ kernel: 'B', delta_pct: -100, was_hot: true });
    expect([result.removed_kernels, result.new_kernels]).toEqual([['B'], []]);
    expect(result.warnings).toEqual(['kernels_removed']);
  });

  it('440 after 400 is 10 % and not above it', async () => {
    expect((await compare([['k', 1, 400]], [['k', 1, 440]], { threshold_pct: 20 })).verdict).toBe('neutral');
    expect((await compare([['k', 1, 400]], [['k', 1, 441]], { threshold_pct: 20 })).verdict).toBe('regressed');
  });

  it('new kernels count in the total only', async () => {
    const result = await compare(
      [['k', 1, 1000]],
      [
        ['k', 1, 1000],
        ['fresh', 1, 500],
      ],
    );
    expect(result).toMatchObject({ verdict: 'neutral', total_delta_pct: 50, new_kernels: ['fresh'] });
    expect(result.per_kernel_deltas.map(({ kernel }) => kernel)).toEqual(['k']);
  });

  it('a renamed kernel does not slip through', async () => {
    const result = await compare([['void k<2>(int)', 8, 1000]], [['void k<3>(int)', 8, 1300]]);
    expect(result).toMatchObject({
      verdict: 'regressed',
      per_kernel_deltas: [{ kernel: 'void k<2>(int)', delta_pct: 30, was_hot: true }],
      renamed_kernels: [{ old: 'void k<2>(int)', new: 'void k<3>(int)' }],
      new_kernels: [],
      removed_kernels: [],
    });
  });

  it('takes medians over several runs of a side', async () => {
    const run = (ns: number): Calls => [['k', 1, ns]];
    const result = await withRuns([run(100), run(900), run(110), run(104)], (a = '', b = '', c = '', d = '') =>
      compareRuns({ db_before: [a, b, c], db_after: [d] }),
    );
    // Median of 100, 110, 900
    expect(result.total_delta_pct).toBeCloseTo((100 * -6) / 110, 12);
  });

  it('refuses a side without kernel time, and bad input', async () => {
    await expect(compare([], BASE)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'db_before' },
    });
    await expect(compare(BASE, [])).rejects.toThrow('The new run has no kernels');
    const call = callTool(compareRunsTool, { db_before: 'a', db_after: 'b', threshold_pct: -1 });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { field: 'threshold_pct' } });
  });
});

describe('judgeKernelTimes', () => {
  const change = (name: string, beforeNs: number, afterNs: number, isHot: boolean) => ({
    name,
    beforeNs,
    afterNs,
    isHot,
  });

  it('a cold kernel may grow', () => {
    const changes = [change('hot', 970, 970, true), change('cold', 30, 34, false)];
    const verdict = judgeKernelTimes(changes, { beforeNs: 1000, afterNs: 1004 }, 3);
    expect([verdict.verdict, verdict.totalDeltaPct]).toEqual(['neutral', 0.4]);
  });

  it('many kernels that each grew a little are a regression: the mean is above the threshold', () => {
    const changes = ['a', 'b', 'c'].map((name) => change(name, 100, 109, true));
    const verdict = judgeKernelTimes(changes, { beforeNs: 300, afterNs: 327 }, 3);
    expect(verdict.verdict).toBe('regressed');
    expect(verdict.weightedGeomeanDeltaPct).toBeCloseTo(9, 10);
  });

  it('has no mean without a kernel in both runs: the total decides', () => {
    const changes = [change('a', 100, 0, true)];
    expect(judgeKernelTimes(changes, { beforeNs: 100, afterNs: 80 }, 3)).toEqual({
      verdict: 'improved',
      totalDeltaPct: -20,
      weightedGeomeanDeltaPct: null,
    });
    expect(judgeKernelTimes(changes, { beforeNs: 100, afterNs: 101 }, 3).verdict).toBe('neutral');
  });

  it('a gain of the total between the limits stays neutral', () => {
    const changes = [change('a', 1000, 980, true)];
    expect(judgeKernelTimes(changes, { beforeNs: 1000, afterNs: 1050 }, 3).verdict).toBe('neutral');
  });
});
