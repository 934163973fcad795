import { describe, expect, it } from '@jest/globals';
import { computeHbmBandwidth, computeHbmBandwidthTool } from '../../../src/catalog/metrics/compute-hbm-bandwidth.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('computeHbmBandwidth', () => {
  it('750000 KiB in 1 ms', () => {
    // 768,000,000 B / 1,000,000 ns = 768 GB/s; 768e9 / 2^30 = 715.2557 GiB/s
    const result = computeHbmBandwidth({ fetch_kib: 500_000, write_kib: 250_000, duration_ns: 1_000_000 });
    expect(result.gb_per_s).toBe(768);
    expect(result.gib_per_s).toBeCloseTo(715.2557, 4);
  });

  it('M15: 1500 KiB in 1 ms', () => {
    // 1,536,000 B / 1e6 ns = 1.536 GB/s; 1.536e9 / 2^30 = 1.4305 GiB/s
    const result = computeHbmBandwidth({ fetch_kib: 1000, write_kib: 500, duration_ns: 1e6 });
    expect(result.gb_per_s).toBe(1.536);
    expect(result.gib_per_s).toBeCloseTo(1.4305, 4);
  });

  it('refuses a duration of 0', () => {
    const input = { fetch_kib: 1, write_kib: 1, duration_ns: 0 };
    expect(errorOf(() => computeHbmBandwidth(input))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'duration_ns' },
    });
  });

  it('answers the same over the wire', async () => {
    const input = { fetch_kib: 0, write_kib: 0, duration_ns: 5 };
    await expectOverTheWire(computeHbmBandwidthTool, input, { gb_per_s: 0, gib_per_s: 0 });
  });
});
