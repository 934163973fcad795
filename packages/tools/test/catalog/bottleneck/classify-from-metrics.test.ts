import { describe, expect, it } from '@jest/globals';
import { classifyFromMetrics, classifyFromMetricsTool } from '../../../src/catalog/bottleneck/classify-from-metrics.js';
import type { MetricValues } from '../../../src/schemas/metric-values.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

const classify = (metrics: MetricValues) => classifyFromMetrics({ metrics });

describe('classifyFromMetrics', () => {
  it('compute, all conditions', () => {
    const metrics = {
      valu_util_frac: 0.85,
      mfma_util_frac: 0.6,
      arithmetic_intensity_above_ridge: 1,
      memcpy_frac: 0.05,
    };
    expect(classify(metrics)).toMatchObject({ type: 'compute', confidence: 1, runner_up: null });
  });

  it('M4: compute, two of three', () => {
    expect(classify({ valu_util_frac: 0.85, arithmetic_intensity_above_ridge: 1 })).toMatchObject({
      type: 'compute',
      confidence: 2 / 3,
    });
  });

  it('M5: one of three is mixed, and the drivers are those of the best type', () => {
    expect(classify({ valu_util_frac: 0.85 })).toEqual({
      type: 'mixed',
      confidence: 0.5,
      reasoning:
        '1 of 3 conditions of compute hold: valu_util_frac 0.85 > 0.7. Not measured: mfma_util_frac, arithmetic_intensity_above_ridge. No type reaches half of its conditions.',
      all_scores: { compute: 1 / 3, memory_transfer: 0, latency: 0, api_overhead: 0 },
      drivers: [
        { metric: 'valu_util_frac', op: '>', threshold: 0.7, value: 0.85, passed: true },
        { metric: 'mfma_util_frac', op: '>', threshold: 0.5, value: null, passed: null },
        { metric: 'arithmetic_intensity_above_ridge', op: '==', threshold: 1, value: null, passed: null },
      ],
      runner_up: { type: 'compute', score: 1 / 3 },
    });
  });

  it('memory_transfer, two of three', () => {
    const metrics = {
      valu_util_frac: 0.35,
      memcpy_frac: 0.45,
      hbm_bw_utilization: 0.18,
      arithmetic_intensity_below_ridge: 1,
    };
    expect(classify(metrics)).toMatchObject({ type: 'memory_transfer', confidence: 2 / 3 });
  });

  it('api_overhead, all conditions', () => {
    const metrics = { api_overhead_frac: 0.3, avg_kernel_duration_us: 4, total_kernel_calls: 5000 };
    expect(classify(metrics)).toMatchObject({ type: 'api_overhead', confidence: 1 });
  });

  it('copies alone are mixed', () => {
    const result = classify({ memcpy_frac: 0.25 });
    expect(result).toMatchObject({
      type: 'mixed',
      confidence: 0.5,
      runner_up: { type: 'memory_transfer', score: 1 / 3 },
    });
  });

  it.each([{}, { valu_util_frac: null, memcpy_frac: null }, { unheard_of: 3 }])(
    '%j is data_insufficient',
    (metrics) => {
      expect(classify(metrics)).toMatchObject({
        type: 'data_insufficient',
        confidence: 0,
        all_scores: { compute: 0, memory_transfer: 0, latency: 0, api_overhead: 0 },
        drivers: [],
        runner_up: null,
      });
    },
  );

  it('names the next best type', () => {
    // compute 3 of 3, memory_transfer 1 of 3
    const metrics = {
      valu_util_frac: 0.9,
      mfma_util_frac: 0.9,
      arithmetic_intensity_above_ridge: true,
      memcpy_frac: 0.3,
    };
    expect(classify(metrics)).toMatchObject({ type: 'compute', runner_up: { type: 'memory_transfer', score: 1 / 3 } });
  });

  it('settles ties by the order of the tables', () => {
    const metrics = { gpu_util_frac: 0.4, occupancy_frac: 0.35, api_overhead_frac: 0.3, total_kernel_calls: 5000 };
    // latency 2 of 3, api_overhead 2 of 3
    expect(classify(metrics)).toMatchObject({ type: 'latency', runner_up: { type: 'api_overhead', score: 2 / 3 } });
  });

  it('tells a failed condition from an unknown one', () => {
    const { drivers } = classify({ valu_util_frac: 0.85, mfma_util_frac: 0.1, arithmetic_intensity_above_ridge: 1 });
    expect(drivers.map(({ passed }) => passed)).toEqual([true, false, true]);
  });

  it('reads _pct as the same fraction', async () => {
    const expected = JSON.parse(
      JSON.stringify(classify({ valu_util_frac: 0.85, arithmetic_intensity_above_ridge: 1 })),
    );
    expect(classify({ valu_util_pct: 0.85, arithmetic_intensity_above_ridge: 1 })).toEqual(expected);
    const raw = { metrics: { valu_util_pct: 0.85, arithmetic_intensity_above_ridge: 1 } };
    await expectOverTheWire(classifyFromMetricsTool, raw, expected);
  });

  it.each([{ memcpy_frac: 45 }, { memcpy_pct: 45 }, { gpu_util_frac: -0.1 }])('refuses %j', (metrics) => {
    expect(errorOf(() => classify(metrics))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { expected: 'a fraction 0..1' },
    });
  });
});
