import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { diffRuns } from '../../../src/catalog/trace-diff/diff-runs.js';
import type { DiffRunsInput } from '../../../src/catalog/trace-diff/diff-runs.js';
import { gateComparison } from '../../../src/lib/trace-diff/gate-comparison.js';
import type { GateOptions } from '../../../src/lib/trace-diff/gate-comparison.js';
import { RegressionGateSchema } from '../../../src/schemas/regression-gate.js';
import type { RegressionGate } from '../../../src/schemas/regression-gate.js';
import type { Calls } from '../../support/run-files.js';
import { withRuns } from '../../support/run-files.js';

const ALL = Number.MAX_SAFE_INTEGER;

/** Runs of the baseline, then runs of the new side, gated. */
async function gateOf(
  before: Calls[],
  after: Calls[],
  options: GateOptions = {},
  thresholdPct = 5,
): Promise<RegressionGate> {
  return withRuns([...before, ...after], async (...paths) => {
    const files = paths.filter((path) => path !== undefined);
    const input: DiffRunsInput = {
      baseline_db: files.slice(0, before.length),
      new_db: files.slice(before.length),
      top_kernels: ALL,
      threshold_pct: thresholdPct,
    };
    const gate = gateComparison(await diffRuns(input), options);
    return v.parse(RegressionGateSchema, gate);
  });
}

/** 10 calls of `big` and 10 of `small`: big * 10 + 1000 ns in all. */
const run = (big: number): Calls => [
  ['big', 10, big],
  ['small', 10, 100],
];

describe('gateComparison', () => {
  it('fails the whole run exactly where the verdict is regressed', async () => {
    // 11,000 ns -> 12,000 ns: +9.0909 %
    const gate = await gateOf([run(1000)], [run(1100)]);
    expect(gate).toEqual({
      passed: false,
      checks: [
        {
          rule: 'whole_run',
          kernel: null,
          passed: false,
          is_uncertain: false,
          baseline_ns: 11_000,
          new_ns: 12_000,
          delta_ns: 1000,
          delta_pct: 9.0909,
          threshold_pct: 5,
          message: 'GPU window +1.00 µs, +9.09% (threshold 5.00%)',
        },
      ],
      noise: { baseline_pct: null, new_pct: null, confidence_pct: null },
    });
    expect((await gateOf([run(1000)], [run(1100)], {}, 10)).passed).toBe(true);
    expect((await gateOf([run(1100)], [run(1000)])).passed).toBe(true);
  });

  it('looks at the hot kernels of the baseline where asked', async () => {
    // big +4 % (10,000 -> 10,400), small -40 %: the window by (10,400 + 600 - 11,000) / 11,000 = 0 %
    const after: Calls = [
      ['big', 10, 1040],
      ['small', 10, 60],
    ];
    expect((await gateOf([run(1000)], [after])).checks).toHaveLength(1);
    const gate = await gateOf([run(1000)], [after], { kernelThresholdPct: 3.5 });
    expect(gate.checks.map(({ rule, kernel, passed, delta_pct: delta }) => [rule, kernel, passed, delta])).toEqual([
      ['whole_run', null, true, 0],
      ['kernel', 'big', false, 4],
      ['kernel', 'small', true, -40],
    ]);
    expect(gate.passed).toBe(false);
    // Strictly above: 4 % is within 4 %
    expect((await gateOf([run(1000)], [after], { kernelThresholdPct: 4 })).passed).toBe(true);
  });

  it('takes a threshold of its own for kernels that are named, hot or not', async () => {
    // tiny: 10 ns of 20,010, never hot
    const calls = (tiny: number): Calls => [
      ['big', 10, 2000],
      ['tiny', 1, tiny],
    ];
    const options = { kernelThresholdPct: 50, namedKernels: [{ text: 'tin', thresholdPct: 10 }] };
    const gate = await gateOf([calls(10)], [calls(12)], options);
    expect(gate.checks.map(({ kernel, passed, threshold_pct: limit }) => [kernel, passed, limit])).toEqual([
      [null, true, 5],
      ['tiny', false, 10],
      ['big', true, 50],
    ]);
  });

  it('fails on a new hot kernel where asked', async () => {
    const after: Calls = [
      ['fresh', 10, 900],
      ['small', 10, 100],
    ];
    expect((await gateOf([run(1000)], [after])).passed).toBe(true);
    const gate = await gateOf([run(1000)], [after], { failOnNewHotKernel: true });
    expect(gate.checks[1]).toMatchObject({ rule: 'new_hot_kernel', kernel: 'fresh', passed: false, delta_pct: 100 });
    expect(gate.checks[1]?.message).toBe('fresh is new and hot: +9.00 µs');
    const same = await gateOf([run(1000)], [run(1000)], { failOnNewHotKernel: true });
    expect(same.checks[1]).toMatchObject({ rule: 'new_hot_kernel', kernel: null, passed: true });
  });

  it('names the number of calls as the cause', async () => {
    const twice: Calls = [
      ['big', 20, 1000],
      ['small', 10, 100],
    ];
    const gate = await gateOf([run(1000)], [twice], { kernelThresholdPct: 10 });
    expect(gate.checks[1]?.message).toBe('big +10.0 µs, +100.00% (threshold 10.00%); 20 calls instead of 10');
  });

  it('is uncertain where the interval of several runs holds the threshold', async () => {
    // Windows 11,000 12,000 14,000 against 11,500 13,000 14,500: medians 12,000 and 13,000, +8.3333 %; 11,500 / 14,000 < 1
    const before = [run(1000), run(1100), run(1300)];
    const after = [run(1050), run(1200), run(1350)];
    const gate = await gateOf(before, after);
    expect(gate.checks[0]).toMatchObject({ passed: false, is_uncertain: true, delta_pct: 8.3333 });
    expect(gate.checks[0]?.message).toMatch(/; the runs spread as much$/);
    // MAD of 1000, 0, 2000 is 1000: 1.4826 * 1000 / 12,000; of 1500, 0, 1500 is 1500: 1.4826 * 1500 / 13,000. 3 against 3: 90 %
    expect(gate.noise).toEqual({ baseline_pct: 12.355, new_pct: 17.1069, confidence_pct: 90 });
    expect((await gateOf(before, after, { allowUncertain: true })).passed).toBe(true);
  });

  it('is uncertain within three deviations of three baseline runs and one new run', async () => {
    const before = [run(1000), run(1010), run(1020)];
    // Median 11,100, MAD 100: noise 1.3357 %, three of it 4.007 %
    const within = await gateOf(before, [run(1050)], {}, 3);
    // 11,500 / 11,100: +3.6036 %
    expect(within.checks[0]).toMatchObject({ passed: false, is_uncertain: true, delta_pct: 3.6036 });
    const beyond = await gateOf(before, [run(1060)], { allowUncertain: true }, 3);
    expect(beyond.checks[0]).toMatchObject({ passed: false, is_uncertain: false, delta_pct: 4.5045 });
  });
});
