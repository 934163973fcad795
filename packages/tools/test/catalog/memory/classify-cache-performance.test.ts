import { describe, expect, it } from '@jest/globals';
import {
  classifyCachePerformance,
  classifyCachePerformanceTool,
} from '../../../src/catalog/memory/classify-cache-performance.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('classifyCachePerformance', () => {
  it.each([
    [0.9, 0.85, 'good', 'good', 'good'],
    [0.1, 0.9, 'critical', 'good', 'critical'],
    [0.6, 0.3, 'warn', 'critical', 'critical'],
    [0.8, 0.4, 'good', 'warn', 'warn'],
    [null, 0.9, 'unknown', 'good', 'good'],
    [null, null, 'unknown', 'unknown', 'unknown'],
  ])('%p, %p: %s, %s, %s', (l1, l2, l1Severity, l2Severity, overall) => {
    expect(classifyCachePerformance({ l1_hit_rate: l1, l2_hit_rate: l2 })).toEqual({
      l1: { severity: l1Severity, hit_rate: l1 },
      l2: { severity: l2Severity, hit_rate: l2 },
      overall_severity: overall,
    });
  });

  it('takes absent rates as unknown, refuses percents', async () => {
    const unknown = { severity: 'unknown', hit_rate: null };
    const expected = { l1: unknown, l2: unknown, overall_severity: 'unknown' };
    await expectOverTheWire(classifyCachePerformanceTool, {}, expected);
    expect(errorOf(() => classifyCachePerformance({ l1_hit_rate: 90 })).code).toBe('INVALID_ARGUMENT');
  });
});
