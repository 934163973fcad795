import { describe, expect, it } from '@jest/globals';
import { kernelLimits } from '../../../src/lib/diagnosis/kernel-limit.js';
import { counters, factsOf, hotspot, resource, resources } from '../../__fixtures__/facts.js';

const limitOf = (
  metrics: Readonly<Record<string, number>>,
  category = 'Other',
  occupancy: Parameters<typeof resource>[2] = {},
) => {
  const [limit] = kernelLimits(
    factsOf(
      {},
      {
        hotspots: [hotspot('k', 80, { category })],
        hardwareCounters: counters({}, { k: metrics }),
        kernelResources: resources(resource('k', {}, occupancy)),
      },
    ),
  );
  return limit ?? null;
};

describe('kernelLimits', () => {
  it.each([
    ['mfma', { MfmaUtil: 50 }],
    ['hbm_bandwidth', { hbm_bw_utilization: 0.7, MfmaUtil: 49 }],
    ['lds_conflict', { hbm_bw_utilization: 0.12, LdsBankConflictPerAccess: 1 }],
    ['valu', { VALUBusy: 50, hbm_bw_utilization: 0.12 }],
    ['uncoalesced', { hbm_bw_utilization: 0.29, L1MissRate: 0.81 }],
    ['uncoalesced', { hbm_bw_utilization: 0.5, L1MissRate: 0.81, l2_hit_rate: 0.5 }],
    ['latency_bound', { hbm_bw_utilization: 0.5, L1MissRate: 0.81, l2_hit_rate: 0.49, VALUBusy: 5 }],
    ['low_occupancy', { OccupancyPercent: 24.9, VALUBusy: 5 }],
    ['mixed', { hbm_bw_utilization: 0.4, VALUBusy: 40 }],
    ['mixed', { hbm_bw_utilization: 0.4, MfmaUtil: 25 }],
    ['latency_bound', { hbm_bw_utilization: 0.39, VALUBusy: 45 }],
    ['latency_bound', { hbm_bw_utilization: 0.47, VALUBusy: 3 }],
  ])('sees %s in %p', (limiter, metrics) => expect(limitOf(metrics)?.limiter).toBe(limiter));

  it.each([
    [{}],
    [{ hbm_bw_utilization: 0.69 }],
    [{ LdsBankConflictPerAccess: 0.9 }],
    [{ VALUBusy: 49.9 }],
    [{ hbm_bw_utilization: 0.3, L1MissRate: 1 }],
    [{ L1MissRate: 1 }],
    [{ MfmaUtil: 106 }],
  ])('sees no limit in %p', (metrics) => expect(limitOf(metrics)).toBeNull());

  it('sees matrix products on the vector units', () => {
    expect(limitOf({ VALUBusy: 82, MfmaUtil: 0 }, 'GEMM')?.limiter).toBe('no_mfma');
    expect(limitOf({ VALUBusy: 82, MfmaUtil: 5 }, 'GEMM')?.limiter).toBe('valu');
    expect(limitOf({ VALUBusy: 82 }, 'GEMM')?.limiter).toBe('valu');
    expect(limitOf({ VALUBusy: 82, MfmaUtil: 0 }, 'Reduction')?.limiter).toBe('valu');
  });

  it('knows matrix products by their names', () => {
    const named = (name: string, category = 'Other') =>
      kernelLimits(
        factsOf(
          {},
          {
            hotspots: [hotspot(name, 80, { category })],
            hardwareCounters: counters({}, { [name]: { VALUBusy: 82, MfmaUtil: 0 } }),
          },
        ),
      )[0]?.limiter;
    expect(named('void attn::qk_gemm_tiled<half>(half*)', 'SDPA')).toBe('no_mfma');
    expect(named('attention_scores', 'SDPA')).toBe('no_mfma');
    expect(named('row_softmax', 'SDPA')).toBe('valu');
    expect(named('my_matmul')).toBe('no_mfma');
    expect(named('wmma_tile')).toBe('no_mfma');
    expect(named('gamma_correct')).toBe('valu');
  });

  it('does not call a kernel on the matrix cores short of waves', () => {
    const few = { OccupancyPercent: 12, VALUBusy: 20, hbm_bw_utilization: 0.2 };
    expect(limitOf({ ...few, MfmaUtil: 30 }, 'GEMM')?.limiter).toBe('latency_bound');
    expect(limitOf({ ...few, MfmaUtil: 5 }, 'GEMM')?.limiter).toBe('low_occupancy');
    const held = { percent: 25, limiting_resource: 'VGPR' } as const;
    expect(limitOf({ ...few, MfmaUtil: 30 }, 'GEMM', held)?.limiter).toBe('latency_bound');
    expect(limitOf({ VALUBusy: 20, hbm_bw_utilization: 0.2 }, 'GEMM', held)?.limiter).toBe('latency_bound');
  });

  it('sees what keeps waves away where no unit is near its limit', () => {
    const at = (limit: 'VGPR' | 'LDS' | 'block size', percent: number) =>
      limitOf({ VALUBusy: 45, hbm_bw_utilization: 0.02 }, 'Other', { limiting_resource: limit, percent });
    expect(at('VGPR', 37.5)).toMatchObject({ limiter: 'low_occupancy_vgpr', bottleneck: 'latency' });
    expect(at('LDS', 50)).toMatchObject({ limiter: 'low_occupancy_lds', bottleneck: 'latency' });
    expect(at('VGPR', 62.5)?.limiter).toBe('latency_bound');
    expect(at('block size', 25)?.limiter).toBe('latency_bound');
  });

  it('sees what keeps waves away from busy vector units', () => {
    const at = (limit: 'VGPR' | 'LDS' | 'none', percent: number) =>
      limitOf({ VALUBusy: 64 }, 'Other', { limiting_resource: limit, percent })?.limiter;
    expect([at('VGPR', 50), at('LDS', 50), at('none', 50), at('VGPR', 51)]).toEqual([
      'low_occupancy_vgpr',
      'low_occupancy_lds',
      'valu',
      'valu',
    ]);
  });

  it('leaves collectives out', () => {
    expect(limitOf({ MfmaUtil: 60 }, 'NCCL')).toBeNull();
  });

  it('bounds what can go by the busiest unit, except where the work itself can shrink', () => {
    // busiest: HBM at 60 %
    expect(limitOf({ LdsBankConflictPerAccess: 31, hbm_bw_utilization: 0.6, VALUBusy: 5 })?.headroomFrac).toBeCloseTo(
      0.4,
      12,
    );
    expect(limitOf({ hbm_bw_utilization: 0.9 })?.headroomFrac).toBe(1);
  });
});
