import { describe, expect, it } from '@jest/globals';
import { computeLatency, computeLatencyTool } from '../../../src/catalog/metrics/compute-latency.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

const COUNTERS = { accum_prev_hires: 12_000, insts_vmem: 300, insts_lds: 50, busy_cycles: 4000 };
const NOTHING = { vmem_latency_cycles: null, lds_latency_cycles: null, busy_ratio: null, mean_waves: null };

describe('computeLatency', () => {
  it('without the level: all three, and ambiguous', () => {
    // 12000 / 300 = 40; 12000 / 50 = 240; 4000 / 16000 = 0.25
    expect(computeLatency(COUNTERS)).toEqual({
      vmem_latency_cycles: 40,
      lds_latency_cycles: 240,
      busy_ratio: 0.25,
      mean_waves: null,
      ambiguous: true,
    });
  });

  it('with the level: only its own figure', () => {
    expect(computeLatency({ ...COUNTERS, level: 'vmem' })).toEqual({
      ...NOTHING,
      vmem_latency_cycles: 40,
      ambiguous: false,
    });
    expect(computeLatency({ ...COUNTERS, level: 'lds' })).toEqual({
      ...NOTHING,
      lds_latency_cycles: 240,
      ambiguous: false,
    });
    // 12000 / 4000 = 3 waves in flight
    expect(computeLatency({ ...COUNTERS, level: 'waves' })).toEqual({ ...NOTHING, mean_waves: 3, ambiguous: false });
  });

  it('divides by nothing: 0 as in the customary form, null with a level', () => {
    const empty = { accum_prev_hires: 0, insts_vmem: 0, insts_lds: 0, busy_cycles: 0 };
    expect(computeLatency(empty)).toMatchObject({ vmem_latency_cycles: 0, lds_latency_cycles: 0, busy_ratio: 0 });
    expect(computeLatency({ ...empty, level: 'vmem' }).vmem_latency_cycles).toBeNull();
  });

  it('refuses negative counters and unknown levels', async () => {
    expect(errorOf(() => computeLatency({ ...COUNTERS, insts_vmem: -1 })).code).toBe('INVALID_ARGUMENT');
    const level: string = 'sql';
    expect(errorOf(() => computeLatency({ ...COUNTERS, level: level as 'lds' })).code).toBe('INVALID_ARGUMENT');
    await expectOverTheWire(computeLatencyTool, { ...COUNTERS, level: null }, computeLatency(COUNTERS));
  });
});
