import { describe, expect, it } from '@jest/globals';
import { computeL2HitRate, computeL2HitRateTool } from '../../../src/catalog/metrics/compute-l2-hit-rate.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('computeL2HitRate', () => {
  it('900 hits, 100 misses', async () => {
    expect(computeL2HitRate({ tcc_hit: 900, tcc_miss: 100 })).toEqual({ value: 0.9, implausible: false });
    expect(computeL2HitRate({ tcc_hit: 5, tcc_miss: 0 }).value).toBe(1);
    await expectOverTheWire(computeL2HitRateTool, { tcc_hit: 900, tcc_miss: 100 }, { value: 0.9, implausible: false });
  });

  it('refuses no requests at all, and negative ones', () => {
    expect(errorOf(() => computeL2HitRate({ tcc_hit: 0, tcc_miss: 0 })).code).toBe('INVALID_ARGUMENT');
    expect(errorOf(() => computeL2HitRate({ tcc_hit: -1, tcc_miss: 2 })).code).toBe('INVALID_ARGUMENT');
  });
});
