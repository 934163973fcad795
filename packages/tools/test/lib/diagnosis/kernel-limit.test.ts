import { describe, expect, it } from '@jest/globals';
import { kernelLimits } from '../../../src/lib/diagnosis/kernel-limit.js';
import { MI300X_DEVICE, counters, factsOf, hotspot, resource, resources } from '../../__fixtures__/facts.js';

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
        devices: [MI300X_DEVICE],
      },
    ),
  );
  return limit ?? null;
};

describe('kernelLimits', () => {
  // HBM peak 5324.8 GB/s: 70 % is 3727.36, 40 % is 2129.92, 30 % is 1597.44
  it.each([
    ['mfma', { MfmaUtil: 50 }],
    ['hbm_bandwidth', { HBM_BW: 3728, MfmaUtil: 49 }],
    ['lds_conflict', { HBM_BW: 640, LdsBankConflictPerAccess: 1 }],
    ['valu', { VALUBusy: 50, HBM_BW: 640 }],
    ['uncoalesced', { HBM_BW: 1597, L1MissRate: 0.81 }],
    ['low_occupancy', { OccupancyPercent: 24.9, VALUBusy: 5 }],
    ['mixed', { HBM_BW: 2130, VALUBusy: 40 }],
    ['mixed', { HBM_BW: 2130, MfmaUtil: 25 }],
  ])('sees %s in %p', (limiter, metrics) => expect(limitOf(metrics)?.limiter).toBe(limiter));

  it.each([
    [{}],
    [{ HBM_BW: 3700 }],
    [{ LdsBankConflictPerAccess: 0.9 }],
    [{ VALUBusy: 49.9 }],
    [{ HBM_BW: 1600, L1MissRate: 1 }],
    [{ L1MissRate: 1 }],
    [{ HBM_BW: 2100, VALUBusy: 45 }],
    [{ MfmaUtil: 106 }],
  ])('sees no limit in %p', (metrics) => expect(limitOf(metrics)).toBeNull());

  it('sees matrix products on the vector units', () => {
    expect(limitOf({ VALUBusy: 82, MfmaUtil: 0 }, 'GEMM')?.limiter).toBe('no_mfma');
    expect(limitOf({ VALUBusy: 82, MfmaUtil: 5 }, 'GEMM')?.limiter).toBe('valu');
    expect(limitOf({ VALUBusy: 82 }, 'GEMM')?.limiter).toBe('valu');
    expect(limitOf({ VALUBusy: 82, MfmaUtil: 0 }, 'Reduction')?.limiter).toBe('valu');
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

  it('leaves collectives out and borrows no peak from another GPU', () => {
    expect(limitOf({ MfmaUtil: 60 }, 'NCCL')).toBeNull();
    const facts = factsOf(
      {},
      { hotspots: [hotspot('k', 80)], hardwareCounters: counters({}, { k: { HBM_BW: 5000 } }) },
    );
    expect(kernelLimits(facts)).toEqual([]);
  });

  it('bounds what can go by the busiest unit, except where the work itself can shrink', () => {
    // busiest: HBM 3194.88 of 5324.8 GB/s is 60 %
    expect(limitOf({ LdsBankConflictPerAccess: 31, HBM_BW: 3194.88, VALUBusy: 5 })?.headroomFrac).toBeCloseTo(0.4, 12);
    expect(limitOf({ HBM_BW: 5000 })?.headroomFrac).toBe(1);
  });
});
