import { describe, expect, it } from '@jest/globals';
import { lookupMetrics, lookupMetricsTool } from '../../../src/catalog/tracelens/lookup-metrics.js';
import { expectOverTheWire } from '../../support/expect-tool.js';

describe('lookupMetrics', () => {
  it('returns thresholds and categories, as a copy', () => {
    const metrics = lookupMetrics();
    expect(metrics.thresholds).toEqual({ idle_high: 0.2, wasted_high: 0.05, short_kernel_us: 10, gemm_dominant: 0.6 });
    expect(metrics.fallback).toBe('Other');
    metrics.ours_in_order.length = 0;
    expect(lookupMetrics().ours_in_order.length).toBeGreaterThan(0);
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(lookupMetricsTool, null, lookupMetrics());
  });
});
