import { describe, expect, it } from '@jest/globals';
import { counterInfo, matrixMeterCatalogue, matrixShareBand } from '../src/index.js';

describe('matrixShareBand', () => {
  it('has four bands, each from its threshold on', () => {
    expect([0.31, 0.3, 0.15, 0.1, 0.07, 0.05, 0.04].map((ratio) => matrixShareBand(ratio))).toEqual([
      'healthy',
      'healthy',
      'borderline',
      'borderline',
      'weak',
      'weak',
      'degraded',
    ]);
  });

  it('rests on falling thresholds and counters that exist', () => {
    const { thresholds, verify_counters: counters } = matrixMeterCatalogue();
    expect(thresholds.healthy).toBeGreaterThan(thresholds.borderline);
    expect(thresholds.borderline).toBeGreaterThan(thresholds.degraded);
    expect(counters.filter((name) => counterInfo(name) === null)).toEqual([]);
  });
});
