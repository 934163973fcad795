import { describe, expect, it } from '@jest/globals';
import { gradeMetric, metricThresholds, metricThresholdsCatalogue, wavesPerCuThresholds } from '../src/index.js';

describe('metric thresholds', () => {
  it.each(Object.entries(metricThresholds()))('%s: high > medium > low', (_name, levels) => {
    expect(levels.high).toBeGreaterThan(levels.medium);
    expect(levels.medium).toBeGreaterThan(levels.low);
  });

  it('scale mean waves with what a CU holds, as the file lists them', () => {
    const { for_max_32: max32, for_max_40: max40 } = metricThresholdsCatalogue().avg_waves_per_cu;
    expect(wavesPerCuThresholds(32)).toEqual(max32);
    expect(wavesPerCuThresholds(40)).toEqual(max40);
  });
});

describe('gradeMetric', () => {
  it('gives a value on a threshold the better grade', () => {
    const levels = { high: 0.9, medium: 0.7, low: 0.5 };
    expect([0.9, 0.7, 0.5, 0.49].map((value) => gradeMetric(value, levels))).toEqual([
      'good',
      'acceptable',
      'weak',
      'poor',
    ]);
  });
});
