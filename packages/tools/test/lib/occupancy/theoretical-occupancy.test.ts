import { describe, expect, it } from '@jest/globals';
import { occupancyRules } from '@perfxpert/knowledge';
import type { OccupancyRules } from '@perfxpert/knowledge';
import { theoreticalOccupancy } from '../../../src/lib/occupancy/theoretical-occupancy.js';
import type { KernelDemand } from '../../../src/lib/occupancy/theoretical-occupancy.js';

function rulesOf(gfxId: string, waveSize?: number): OccupancyRules {
  const rules = occupancyRules(gfxId, waveSize);
  if (rules === null) throw new Error(`no rules for ${gfxId}`);
  return rules;
}

function occupancy(demand: Partial<KernelDemand>, gfxId = 'gfx942') {
  const full = { archVgprs: 32, accumVgprs: 0, sgprs: 32, ldsBytes: 0, workgroupSize: 256, ...demand };
  return theoreticalOccupancy(full, rulesOf(gfxId));
}

describe('theoreticalOccupancy', () => {
  it('OC-1: few registers allow all waves', () => {
    expect(occupancy({ archVgprs: 4 })).toEqual({
      waves_per_simd: 8,
      max_waves_per_simd: 8,
      percent: 100,
      limiting_resource: 'none',
      vgpr_limited: 8,
      lds_limited: 8,
      block_limited: 8,
    });
  });

  it('OC-2: 128 registers allow four of eight waves', () => {
    expect(occupancy({ archVgprs: 128 })).toMatchObject({
      waves_per_simd: 4,
      max_waves_per_simd: 8,
      percent: 50,
      limiting_resource: 'VGPR',
    });
  });

  it('OC-3: 32 KiB of LDS allow two workgroups', () => {
    // 64 KiB / 32 KiB = 2 workgroups of 4 waves on 4 SIMDs
    expect(occupancy({ archVgprs: 64, ldsBytes: 32_768 })).toMatchObject({
      waves_per_simd: 2,
      percent: 25,
      limiting_resource: 'LDS',
      vgpr_limited: 8,
      lds_limited: 2,
    });
  });

  it('OC-4: accumulation registers share the file', () => {
    // 128 + 128 = 256 of 512 registers: 2 waves
    expect(occupancy({ archVgprs: 128, accumVgprs: 128 })).toMatchObject({ waves_per_simd: 2, percent: 25 });
  });

  it.each([
    [64, 8],
    [65, 7],
    [72, 7],
    [80, 6],
    [96, 5],
    [128, 4],
    [168, 3],
    [256, 2],
    [257, 1],
    [512, 1],
  ])('gfx942: %d registers allow %d waves', (archVgprs, waves) => {
    // one wave per workgroup, so that workgroups do not round
    expect(occupancy({ archVgprs, workgroupSize: 64 })?.waves_per_simd).toBe(waves);
  });

  it('rounds vector registers up to 4 before the accumulation registers follow', () => {
    // alignUp(62, 4) + 8 = 72 -> 7 waves; 62 + 8 = 70 would round to 72 as well, so take 57: 60 + 4 = 64 -> 8, not 61
    expect(occupancy({ archVgprs: 57, accumVgprs: 4, workgroupSize: 64 })?.vgpr_limited).toBe(8);
    expect(occupancy({ archVgprs: 57, accumVgprs: 8, workgroupSize: 64 })?.vgpr_limited).toBe(7);
  });

  it('gfx908: two separate files, ten waves', () => {
    expect(occupancy({ archVgprs: 24, accumVgprs: 24 }, 'gfx908')).toMatchObject({
      waves_per_simd: 10,
      max_waves_per_simd: 10,
      percent: 100,
    });
    // 256 / 128 = 2 in either file; together they would be 1
    expect(occupancy({ archVgprs: 128, accumVgprs: 128 }, 'gfx908')?.waves_per_simd).toBe(2);
    expect(occupancy({ archVgprs: 24, accumVgprs: 64 }, 'gfx908')?.vgpr_limited).toBe(4);
  });

  it('gfx908: scalar registers bind ten waves, on gfx90a they never do', () => {
    // 800 / 112 = 7.1
    expect(occupancy({ archVgprs: 8, sgprs: 100, workgroupSize: 64 }, 'gfx908')).toMatchObject({
      waves_per_simd: 7,
      limiting_resource: 'SGPR',
    });
    expect(occupancy({ archVgprs: 8, sgprs: 112, workgroupSize: 64 }, 'gfx90a')?.limiting_resource).toBe('none');
  });

  it('counts whole workgroups', () => {
    // 3 waves a workgroup: 32 waves hold 10 of them, 30 waves, 7.5 per SIMD
    expect(occupancy({ workgroupSize: 192 })).toMatchObject({
      waves_per_simd: 7.5,
      percent: 93.8,
      limiting_resource: 'block size',
      block_limited: 7.5,
    });
    // registers for 5 waves per SIMD: 20 per unit hold 2 workgroups of 8 waves
    expect(occupancy({ archVgprs: 96, workgroupSize: 512 })).toMatchObject({
      waves_per_simd: 4,
      limiting_resource: 'VGPR',
      vgpr_limited: 5,
    });
  });

  it('rounds LDS up to its granule', () => {
    // 21,900 bytes take 43 granules of 512 = 22,016: 65,536 / 22,016 = 2.97
    expect(occupancy({ ldsBytes: 21_900, workgroupSize: 64 })?.lds_limited).toBe(0.5);
    // gfx950: 160 KiB in granules of 1280: 37,664 -> 38,400, four workgroups
    expect(occupancy({ ldsBytes: 37_664 }, 'gfx950')).toMatchObject({ lds_limited: 4, waves_per_simd: 4 });
  });

  it('RDNA counts per workgroup processor', () => {
    expect(occupancy({ archVgprs: 96 }, 'gfx1100')?.waves_per_simd).toBe(16);
    expect(occupancy({ archVgprs: 97, workgroupSize: 32 }, 'gfx1100')?.waves_per_simd).toBe(12);
    // 40 KiB: three workgroups of 8 waves in 128 KiB over 4 SIMDs; per unit of 64 KiB it would be one on 2 SIMDs
    expect(occupancy({ ldsBytes: 40_960 }, 'gfx1100')).toMatchObject({ lds_limited: 6, limiting_resource: 'LDS' });
  });

  it('takes a wave size of 64 on RDNA', () => {
    const demand = { archVgprs: 96, accumVgprs: null, sgprs: null, ldsBytes: 0, workgroupSize: 64 };
    // 768 / 96 = 8
    expect(theoreticalOccupancy(demand, rulesOf('gfx1100', 64))?.waves_per_simd).toBe(8);
  });

  it('bounds by LDS and workgroup size without register counts', () => {
    expect(occupancy({ archVgprs: null, ldsBytes: 32_768 })).toMatchObject({
      vgpr_limited: null,
      waves_per_simd: 2,
      limiting_resource: 'LDS',
    });
  });

  it('is null where not one workgroup fits', () => {
    expect(occupancy({ ldsBytes: 65_537 })).toBeNull();
    expect(occupancy({ workgroupSize: 2560 })).toBeNull();
  });
});
