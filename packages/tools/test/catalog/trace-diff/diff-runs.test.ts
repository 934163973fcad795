import { describe, expect, it } from '@jest/globals';
import type { ProcessSpec } from '@perfxpert/rocpd/testing';
import { diffRuns } from '../../../src/catalog/trace-diff/diff-runs.js';
import type { DiffRunsInput } from '../../../src/catalog/trace-diff/diff-runs.js';
import type { TraceDiff } from '../../../src/schemas/trace-diff.js';
import type { ToolOptions } from '../../../src/tool/tool-context.js';
import { backToBack, withRuns } from '../../support/run-files.js';
import type { Calls } from '../../support/run-files.js';

const R: Calls = [
  ['matmul', 100, 700_000],
  ['conv2d', 50, 400_000],
  ['add', 20, 500_000],
];

type Options = Omit<DiffRunsInput, 'baseline_db' | 'new_db'>;

function diffOf(
  before: Calls | ProcessSpec,
  after: Calls | ProcessSpec,
  input: Options = {},
  options: ToolOptions = {},
): Promise<TraceDiff> {
  return withRuns([before, after], (baseline, next) =>
    diffRuns({ baseline_db: baseline ?? '', new_db: next ?? '', ...input }, options),
  );
}

const names = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);
const codes = (diff: TraceDiff): string[] => diff.diagnostics.map(({ code }) => code);
const percents = (rows: TraceDiff['per_kernel']): number[] => rows.map((row) => row.delta_pct);

describe('diffRuns: vectors', () => {
  it('TD-1: one kernel faster', async () => {
    const diff = await diffOf(R, [['matmul', 100, 560_000], ...R.slice(1)]);
    expect(diff).toMatchObject({
      schema_version: '0.3.1',
      wall_delta_ns: -14_000_000,
      wall_delta_pct: -14,
      verdict: 'improved',
      verdict_threshold_pct: 5,
      primary_regressions: [],
      primary_improvements: [{ name: 'matmul', baseline_ns: 70_000_000, new_ns: 56_000_000, delta_pct: -20 }],
    });
    expect(names(diff.primary_improvements)).toEqual(['matmul']);
    expect(diff.per_kernel.map((row) => row.was_hot)).toEqual([true, true, true]);
  });

  it('TD-2: two kernels faster, the larger gain first', async () => {
    const diff = await diffOf(
      [
        ['mfma_candidate', 96, 1_100_000],
        ['layout_convert', 32, 250_000],
      ],
      [
        ['mfma_candidate', 96, 610_000],
        ['layout_convert', 32, 240_000],
      ],
    );
    // 96 * 490,000 + 32 * 10,000 of 113,600,000
    expect([diff.wall_delta_ns, diff.wall_delta_pct, diff.verdict]).toEqual([-47_360_000, -41.6901, 'improved']);
    expect(percents(diff.per_kernel)).toEqual([-44.5455, -4]);
    expect(names(diff.primary_improvements)).toEqual(['mfma_candidate', 'layout_convert']);
  });

  it('TD-3: a kernel with 3.32 % is hot', async () => {
    const rest: Calls = [
      ['epilogue', 80, 140_000],
      ['vector_add', 40, 90_000],
    ];
    const diff = await diffOf([['dense_gemm', 120, 780_000], ...rest], [['dense_gemm', 120, 650_000], ...rest]);
    expect([diff.wall_delta_ns, diff.wall_delta_pct]).toEqual([-15_600_000, -14.3911]);
    expect(percents(diff.per_kernel)).toEqual([-16.6667, 0, 0]);
    expect(diff.per_kernel.find((row) => row.name === 'vector_add')?.was_hot).toBe(true);
  });

  it('TD-4: a new kernel', async () => {
    const diff = await diffOf(
      [['a', 1, 100]],
      [
        ['a', 1, 100],
        ['b', 1, 50],
      ],
    );
    expect([diff.wall_delta_ns, diff.wall_delta_pct, diff.verdict]).toEqual([50, 50, 'regressed']);
    expect(diff.primary_regressions).toMatchObject([
      { name: 'b', baseline_ns: 0, delta_pct: 100, regressed: true, was_hot: false, change: 'added' },
    ]);
    expect(diff.added).toEqual([{ name: 'b', new_ns: 50, calls_new: 1 }]);
  });

  it('TD-5: a side without kernels is an error, not a verdict', async () => {
    await expect(diffOf([], [['a', 1, 100]])).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('baseline has no kernels'),
      details: { field: 'baseline_db' },
    });
    await expect(diffOf([['a', 1, 100]], [])).rejects.toMatchObject({ details: { field: 'new_db' } });
    await expect(diffOf([['a', 3, 0]], [['a', 1, 1]])).rejects.toThrow('no kernels of any length');
  });

  it('TD-6: regressions are of all kernels, whatever the number of rows', async () => {
    const diff = await diffOf(
      R,
      [
        ['matmul', 100, 700_000],
        ['conv2d', 50, 460_000],
        ['add', 20, 575_000],
      ],
      {
        top_kernels: 1,
      },
    );
    expect(names(diff.per_kernel)).toEqual(['matmul']);
    expect(names(diff.primary_regressions)).toEqual(['conv2d', 'add']);
    expect((await diffOf(R, R, { top_kernels: -3 })).per_kernel).toEqual([]);
  });

  it('TD-7: both kernels faster', async () => {
    const diff = await diffOf(
      [
        ['sync_heavy_step', 200, 85_000],
        ['followup_kernel', 200, 62_000],
      ],
      [
        ['sync_heavy_step', 200, 72_000],
        ['followup_kernel', 200, 58_000],
      ],
    );
    expect([diff.wall_delta_ns, diff.wall_delta_pct, diff.verdict]).toEqual([-3_400_000, -11.5646, 'improved']);
    expect(percents(diff.per_kernel)).toEqual([-15.2941, -6.4516]);
  });

  it('TD-8: more calls, each faster', async () => {
    const diff = await diffOf([['k', 10, 100]], [['k', 20, 90]]);
    // (20 - 10) * 100 and 20 * (90 - 100)
    expect(diff.per_kernel).toMatchObject([
      { delta_ns: 800, calls_baseline: 10, calls_new: 20, count_effect_ns: 1000, rate_effect_ns: -200 },
    ]);
    expect(diff.per_kernel[0]?.explained_by).toBe('call_count');
    expect(diff.more_calls).toEqual(['k']);
  });

  it('R26, R27: 6 % on a kernel; the threshold itself is neutral', async () => {
    const diff = await diffOf([['k', 1, 1_000_000]], [['k', 1, 1_060_000]]);
    expect(diff.per_kernel).toMatchObject([{ delta_ns: 60_000, delta_pct: 6, regressed: true }]);
    const verdicts = [];
    for (const ns of [1_049_000, 1_050_000, 1_051_000])
      verdicts.push((await diffOf([['k', 1, 1_000_000]], [['k', 1, ns]])).verdict);
    expect(verdicts).toEqual(['neutral', 'neutral', 'regressed']);
  });
});

describe('diffRuns: verdict', () => {
  const SLOWER: Calls = [['k', 10, 107]];
  const BASE: Calls = [['k', 10, 100]];

  it('takes the threshold of the call, else of the settings, else 5; signs do not matter', async () => {
    const settings = { regressionThresholdPct: -8 };
    const judged = async (input: Options, options: ToolOptions) => {
      const diff = await diffOf(BASE, SLOWER, input, options);
      return [diff.verdict, diff.verdict_threshold_pct];
    };
    expect(await judged({}, {})).toEqual(['regressed', 5]);
    expect(await judged({}, { settings })).toEqual(['neutral', 8]);
    expect(await judged({ threshold_pct: 6 }, { settings })).toEqual(['regressed', 6]);
    expect(await judged({ threshold_pct: -7 }, { settings })).toEqual(['neutral', 7]);
  });

  it('takes as hot what covers the share of the settings, else 80 %, and all with 3 %', async () => {
    // Of 10,000 ns: 98 % and 2 %
    const kernels: Calls = [
      ['k', 10, 980],
      ['small', 1, 200],
    ];
    const hotOf = async (options: ToolOptions) => {
      const { per_kernel: rows } = await diffOf(kernels, kernels, {}, options);
      return rows.filter((row) => row.was_hot).map(({ name }) => name);
    };
    expect(await hotOf({})).toEqual(['k']);
    expect(await hotOf({ settings: { hotKernelCoveragePct: 98 } })).toEqual(['k']);
    expect(await hotOf({ settings: { hotKernelCoveragePct: 99 } })).toEqual(['k', 'small']);
    expect(await hotOf({ settings: { hotKernelCoveragePct: 0 } })).toEqual(['k']);
  });

  it('judges the GPU window, not the sum of kernel times', async () => {
    // Two streams: the sum stays 2 * 1000, the window grows from 1000 to 1500.
    const streams = (second: number): ProcessSpec => ({
      kernels: [
        { name: 'a', startNs: 0, endNs: 1000, stream: 1 },
        { name: 'b', startNs: second, endNs: second + 1000, stream: 2 },
      ],
    });
    const diff = await diffOf(streams(0), streams(500));
    expect(diff).toMatchObject({
      wall_delta_ns: 0,
      verdict: 'regressed',
      verdict_basis: 'gpu_window',
      verdict_delta_ns: 500,
      verdict_delta_pct: 50,
      envelope_delta_pct: 50,
      gpu_busy_delta_ns: 500,
      primary_regressions: [],
    });
    expect(diff.narrative).toContain('Regressed: the GPU window changed by +500 ns, +50.0%');
    expect(diff.narrative).toContain('Summed kernel time changed by 0 ns, 0.0%');
  });

  it('says what the window is made of; the parts add up to it', async () => {
    const run = (gap: number, copy: number): ProcessSpec => ({
      kernels: [
        { name: 'a', startNs: 0, endNs: 1000 },
        { name: 'a', startNs: 1000 + copy + gap, endNs: 2000 + copy + gap },
      ],
      copies: [{ startNs: 1000, endNs: 1000 + copy, bytes: 4096 }],
    });
    const diff = await diffOf(run(100, 200), run(400, 300));
    expect(diff.window_parts).toEqual([
      { part: 'compute', baseline_ns: 2000, new_ns: 2000, delta_ns: 0 },
      { part: 'copy_exposed', baseline_ns: 200, new_ns: 300, delta_ns: 100 },
      { part: 'api_exposed', baseline_ns: 0, new_ns: 0, delta_ns: 0 },
      { part: 'idle_other', baseline_ns: 100, new_ns: 400, delta_ns: 300 },
    ]);
    expect(diff.verdict_delta_ns).toBe(400);
    // 4096 / 200 and 4096 / 300
    expect(diff.copies).toMatchObject([
      {
        direction: 'Host-to-Device',
        delta_ns: 100,
        delta_pct: 50,
        regressed: true,
        bandwidth_baseline_gbps: 20.48,
        bandwidth_new_gbps: 13.6533,
      },
    ]);
    expect(diff.copies_regressed).toBe(true);
  });

  it('warns of a slower hot kernel but leaves the verdict alone', async () => {
    const diff = await diffOf(
      [
        ['hot', 10, 900],
        ['cold', 10, 100],
      ],
      [
        ['hot', 10, 940],
        ['cold', 10, 60],
      ],
    );
    expect(diff.verdict).toBe('neutral');
    expect(diff.diagnostics).toMatchObject([
      { code: 'HOT_KERNEL_SLOWER', severity: 'warning', message: 'hot takes 400 ns more (+4.4%).' },
    ]);
    expect(diff.warnings).toEqual([
      'HOT_KERNEL_SLOWER: hot takes 400 ns more (+4.4%). The verdict judges the whole run; look at this kernel.',
    ]);
  });

  it('a trace against itself: neutral, nothing changed, nothing found', async () => {
    const diff = await withRuns([R], (file) => diffRuns({ baseline_db: file ?? '', new_db: file ?? '' }));
    expect(diff).toMatchObject({
      verdict: 'neutral',
      wall_delta_ns: 0,
      wall_delta_pct: 0,
      verdict_delta_ns: 0,
      verdict_delta_pct: 0,
      gpu_busy_delta_ns: 0,
      envelope_delta_ns: 0,
      primary_regressions: [],
      primary_improvements: [],
      added: [],
      removed: [],
      renamed: [],
      more_calls: [],
      warnings: [],
    });
    for (const row of diff.per_kernel)
      expect([row.delta_ns, row.count_effect_ns, row.rate_effect_ns, row.change]).toEqual([0, 0, 0, 'same']);
    expect(diff.narrative).toContain('Neutral: the GPU window did not change');
  });
});

describe('diffRuns: kernels', () => {
  it('leaves small changes out of the primary lists, and ranks by time', async () => {
    const diff = await diffOf(
      [
        ['big', 10, 100_000],
        ['mid', 10, 10_000],
        ['tiny', 1, 100],
      ],
      [
        ['big', 10, 104_000],
        ['mid', 10, 20_000],
        ['tiny', 1, 1000],
      ],
    );
    // tiny: +900 ns of 1,100,100 is below 0.1 %.
    expect(names(diff.primary_regressions)).toEqual(['mid', 'big']);
    expect(diff.per_kernel.find((row) => row.name === 'tiny')).toMatchObject({ regressed: true, change: 'same' });
  });

  it('adds up kernels of one name', async () => {
    const kernels = (ns: number) => [
      { name: 'k', startNs: 0, endNs: 100, vgpr: 32 },
      { name: 'k', startNs: 100, endNs: 100 + ns, vgpr: 64 },
    ];
    const diff = await diffOf({ kernels: kernels(50) }, { kernels: kernels(80) });
    expect(diff.per_kernel).toMatchObject([{ name: 'k', baseline_ns: 150, new_ns: 180, calls_baseline: 2 }]);
  });

  it('tells real differences of dispatches from noise', async () => {
    const spread = (name: string, from: number, step: number, calls: number): Calls =>
      Array.from({ length: calls }, (_, index) => [name, 1, from + step * index] as const);
    const diff = await diffOf(
      [...spread('shifted', 1000, 1, 20), ...spread('same', 1000, 10, 20), ...spread('few', 1000, 1, 7)],
      [...spread('shifted', 1100, 1, 20), ...spread('same', 1005, 10, 20), ...spread('few', 2000, 1, 7)],
    );
    const of = (name: string) => diff.per_kernel.find((row) => row.name === name);
    // All 400 pairs: U = 400, mean 200, variance 400 / 12 * 41, z = 199.5 / 36.97 = 5.40, p = 6.8e-8, times 2 for two.
    expect(of('shifted')).toMatchObject({
      significance: 'significant',
      median_baseline_ns: 1009.5,
      median_new_ns: 1109.5,
      median_delta_pct: 9.9059,
    });
    expect(of('shifted')?.p_adjusted).toBeCloseTo(2 * 6.796e-8, 10);
    expect(of('same')).toMatchObject({ significance: 'not_significant' });
    expect(of('few')).toMatchObject({ significance: 'insufficient_data', p_adjusted: null, change: 'slower' });
    expect(diff.statistics.note).toContain('not independent');
    // p25, p75 of 1000 .. 1019: 1004.75 and 1014.25.
    expect(of('shifted')?.quantiles_baseline).toMatchObject({ p25_ns: 1004.75, p50_ns: 1009.5, p75_ns: 1014.25 });
  });

  it('compares a renamed kernel with itself', async () => {
    const run = (value: number, ns: number): Calls => [
      [`void conv<128, ${value}>(float*)`, 20, ns],
      [`gone_${value}`, 1, 10],
    ];
    const diff = await diffOf(run(2, 1000), run(3, 1500));
    expect(diff.renamed).toEqual([
      { old: 'gone_2', new: 'gone_3', reason: 'running_number' },
      { old: 'void conv<128, 2>(float*)', new: 'void conv<128, 3>(float*)', reason: 'template_value' },
    ]);
    expect([diff.added, diff.removed]).toEqual([[], []]);
    expect(diff.primary_regressions).toMatchObject([
      { name: 'void conv<128, 3>(float*)', renamed_from: 'void conv<128, 2>(float*)', delta_pct: 50, was_hot: true },
    ]);
    expect(diff.narrative).toContain('conv explains');
  });

  it('lists removed kernels, and says that a side does other work', async () => {
    const diff = await diffOf(
      [
        ['old_a', 10, 100],
        ['kept', 1, 100],
      ],
      [
        ['kept', 1, 100],
        ['fresh_b', 5, 300],
      ],
    );
    expect(diff.removed).toEqual([{ name: 'old_a', baseline_ns: 1000, calls_baseline: 10 }]);
    expect(diff.primary_improvements).toMatchObject([{ name: 'old_a', delta_pct: -100, change: 'removed' }]);
    expect(codes(diff)).toEqual(['HOT_KERNEL_ADDED', 'WORKLOAD_DIFFERS']);
    // Kernels of one side have a time and no percentage.
    expect(diff.narrative).toContain('New: fresh_b (1.50 µs in 5 calls). Gone: old_a (1.00 µs in 10 calls).');
    expect(diff.narrative).not.toContain('100.0%');
  });

  it('says times of slower kernels as sentences do', async () => {
    const diff = await diffOf([['spmm', 2000, 1_000]], [['spmm', 2000, 1_216]]);
    // 2000 x 1000 ns and 2000 x 1216 ns
    expect(diff.narrative).toContain('the same 2,000 calls, each +21.6%. Slower: spmm +21.6% (2.00 ms -> 2.43 ms).');
  });

  it('warns where counters were collected, which pauses the GPU between kernels', async () => {
    const kernels = backToBack([['k', 2, 1000]]);
    const counted = { kernels: kernels.map((kernel) => ({ ...kernel, counters: { SQ_WAVES: 4 } })) };
    const { diagnostics } = await diffOf({ kernels }, counted);
    expect(diagnostics.find(({ code }) => code === 'WINDOW_WITH_COUNTERS')?.message).toContain('in the new run, which');
    // Beside API calls the window is the program's.
    const regions = [{ name: 'hipLaunchKernel', category: 'HIP_RUNTIME_API', startNs: 0, endNs: 10 }];
    expect(codes(await diffOf({ kernels }, { ...counted, regions }))).not.toContain('WINDOW_WITH_COUNTERS');
  });

  it('takes hostile names as they are, and keeps them out of the text', async () => {
    const hostile = [
      "a'; drop table x; --",
      'b\u001b[31m\n\u202e',
      '__proto__',
      'constructor',
      '<script>',
      'x'.repeat(5000),
    ];
    const before: Calls = hostile.map((name) => [name, 10, 100]);
    const after: Calls = hostile.map((name) => [name, 10, 200]);
    const diff = await diffOf(before, after);
    expect(names(diff.primary_regressions).sort()).toEqual([...hostile].sort());
    for (const line of [diff.narrative, ...diff.warnings]) {
      expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
      expect(line.length).toBeLessThan(1000);
    }
    expect(diff.totals.regressions).toBe(hostile.length);
  });

  it('cuts long lists and says how many there are', async () => {
    const many = (from: number): Calls =>
      Array.from({ length: 150 }, (_, index) => [`k${'abcdefghij'[from]}${index}x${from}`, 1, 1000 + index] as const);
    const diff = await diffOf([['common', 1, 10_000], ...many(0)], [['common', 1, 10_000], ...many(1)]);
    expect([diff.added.length, diff.primary_regressions.length, diff.per_kernel.length]).toEqual([100, 100, 20]);
    expect(diff.totals).toEqual({
      kernels: 301,
      regressions: 150,
      improvements: 150,
      added: 150,
      removed: 150,
      renamed: 0,
    });
  });
});
