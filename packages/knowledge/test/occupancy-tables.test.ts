import { describe, expect, it } from '@jest/globals';
import { gpuSpecsCatalogue, occupancyRules, occupancyTablesCatalogue, wavesByVgprs } from '../src/index.js';

const { archs } = gpuSpecsCatalogue();
const tables = occupancyTablesCatalogue();

describe('occupancy tables', () => {
  it('cover the architectures of the GPU tables, and no others', () => {
    expect(Object.keys(tables.archs).sort()).toEqual(Object.keys(archs).sort());
  });

  it.each(Object.keys(tables.archs))('%s agrees with the GPU tables', (gfxId) => {
    const [entry, arch] = [tables.archs[gfxId]!, archs[gfxId]!];
    expect({ ...entry, table: undefined }).toEqual({
      total_vgprs: arch.vgprs_per_simd,
      granule: arch.vgpr_granule,
      max_waves_per_eu: arch.max_waves_per_simd,
      max_vgprs: arch.max_vgprs_per_thread,
      wave: arch.wave_size,
      table: undefined,
    });
  });

  it.each(Object.keys(tables.archs))('%s: the steps are the formula', (gfxId) => {
    const rules = occupancyRules(gfxId)!;
    for (let vgprs = 1; vgprs <= rules.maxVgprsPerThread; vgprs += 1) {
      const [, waves] = rules.steps.find(([most]) => vgprs <= most)!;
      expect([vgprs, wavesByVgprs(rules, vgprs)]).toEqual([vgprs, waves]);
    }
    expect(rules.steps.at(-1)![0]).toBe(rules.maxVgprsPerThread);
  });

  it('hold the measured points that they quote', () => {
    const gfx942 = occupancyRules('gfx942')!;
    for (const [vgprs, waves] of tables.original.gfx942_points) expect(wavesByVgprs(gfx942, vgprs)).toBe(waves);
    const gfx908 = occupancyRules('gfx908')!;
    for (const [vgprs, waves] of tables.original.gfx908_points) expect(wavesByVgprs(gfx908, vgprs)).toBe(waves);
  });
});

describe('wavesByVgprs', () => {
  it('steps as documented on gfx942, gfx908 and gfx1100', () => {
    const of = (gfxId: string, counts: number[]) => counts.map((count) => wavesByVgprs(occupancyRules(gfxId)!, count));
    expect(of('gfx942', [64, 65, 72, 80, 96, 100, 128, 129, 168, 256])).toEqual([8, 7, 7, 6, 5, 4, 4, 3, 3, 2]);
    expect(of('gfx908', [24, 65, 128])).toEqual([10, 3, 2]);
    expect(of('gfx1100', [96, 97])).toEqual([16, 12]);
  });

  it('counts 0 as one granule, and gives 1 above what a thread can have', () => {
    expect(wavesByVgprs(occupancyRules('gfx942')!, 0)).toBe(8);
    expect(wavesByVgprs(occupancyRules('gfx1030')!, 300)).toBe(1);
  });
});

describe('occupancyRules', () => {
  it('says which register files share', () => {
    const of = (gfxId: string) => occupancyRules(gfxId)!.accumulationRegisters;
    expect(['gfx906', 'gfx908', 'gfx90a', 'gfx950', 'gfx1100'].map(of)).toEqual([
      'none',
      'separate',
      'unified',
      'unified',
      'none',
    ]);
  });

  it('gives LDS, its granule and scalar registers', () => {
    expect(occupancyRules('gfx950')).toMatchObject({ ldsBytesPerCu: 163_840, ldsGranuleBytes: 1280 });
    expect(occupancyRules('gfx942')).toMatchObject({
      ldsBytesPerCu: 65_536,
      ldsGranuleBytes: 512,
      ldsBytesPerWgp: null,
      sgprs: { perSimd: 800, granule: 16, usablePerWave: 102 },
    });
    expect(occupancyRules('gfx1100')).toMatchObject({ ldsBytesPerWgp: 131_072, sgprs: null });
  });

  it('halves registers and granule for a 64-lane wave on RDNA', () => {
    const wave64 = occupancyRules('gfx1100', 64)!;
    expect(wave64).toMatchObject({ waveSize: 64, vgprsPerSimd: 768, vgprGranule: 12 });
    // 96 registers: 768 / 96 = 8 waves, against 16 of 32 lanes
    expect(wavesByVgprs(wave64, 96)).toBe(8);
  });

  it('keeps the default for a wave size that the architecture lacks', () => {
    expect(occupancyRules('gfx942', 32)!.waveSize).toBe(64);
  });

  it('gives null for an unknown id', () => {
    expect(occupancyRules('gfx9999')).toBeNull();
  });
});
