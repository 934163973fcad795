import { describe, expect, it } from '@jest/globals';
import { gpuSpecsCatalogue, isKnownGfxId, listGfxIds, resolveArch } from '../src/index.js';

const { archs, ops_per_cu_per_clk: rates } = gpuSpecsCatalogue();

describe('GPU tables', () => {
  it('list sixteen architectures, sorted', () => {
    expect(listGfxIds()).toHaveLength(16);
    expect([...listGfxIds()].sort()).toEqual(listGfxIds());
  });

  it.each(Object.keys(archs))('%s is consistent in itself', (gfxId) => {
    const arch = archs[gfxId]!;
    expect(arch.max_waves_per_cu).toBe(arch.max_waves_per_simd * arch.simds_per_cu);
    expect(arch.wave_sizes).toContain(arch.wave_size);
    expect(rates).toHaveProperty(arch.rate);
    // An alias has no parts of its own: its default is one of its target's.
    expect(Object.keys(archs[arch.alias_of ?? gfxId]!.skus)).toContain(arch.default_sku);
    expect(arch.alias_of === undefined).toBe(Object.keys(arch.skus).length > 0);
    // A 64-lane wave takes twice the registers of a 32-lane one.
    expect(arch.vgprs_per_simd_wave64 !== undefined).toBe(arch.wave_size === 32);
    if (arch.vgprs_per_simd_wave64 !== undefined) {
      expect(2 * arch.vgprs_per_simd_wave64).toBe(arch.vgprs_per_simd);
      expect(2 * arch.vgpr_granule_wave64!).toBe(arch.vgpr_granule);
    }
  });

  const parts = Object.entries(archs).flatMap(([gfxId, arch]) =>
    Object.entries(arch.skus).flatMap(([name, sku]) => (sku.status === 'partial' ? [] : [{ gfxId, name, arch, sku }])),
  );

  it.each(parts)('$gfxId $name: each peak is rate x CUs x clock, to one decimal', ({ arch, sku }) => {
    const rate = rates[arch.rate]!;
    const all = [
      ...Object.entries({ ...rate.vector, ...sku.ops_per_cu_per_clk_override?.vector }).map(
        ([dtype, ops]) => [`${dtype}_vector`, ops] as const,
      ),
      ...Object.entries(rate.matrix_dense).map(([dtype, ops]) => [`${dtype}_matrix`, ops] as const),
    ];
    expect(Object.keys(sku.peak_tflops).sort()).toEqual(all.map(([name]) => name).sort());
    for (const [name, ops] of all) {
      const exact = (ops * sku.cu_count * sku.clock_mhz) / 1e6;
      // Half a unit of the last digit, and a hair for values that lie on it.
      expect(Math.abs(Reflect.get(sku.peak_tflops, name) - exact)).toBeLessThan(0.05 + 1e-9);
    }
  });

  it.each(parts)('$gfxId $name: dies and agents divide the part evenly', ({ sku }) => {
    expect(sku.cu_count % sku.dies).toBe(0);
    expect(sku.l2_mb % sku.rocm_agents).toBe(0);
  });
});

describe('isKnownGfxId', () => {
  it('accepts target features, and refuses neighbours and names of object properties', () => {
    expect(isKnownGfxId('gfx90a:xnack-')).toBe(true);
    expect(['gfx9999', 'gfx90', 'constructor', '__proto__', ''].filter((id) => isKnownGfxId(id))).toEqual([]);
  });
});

describe('resolveArch', () => {
  it('answers a pre-production id as the final one, with its own default part', () => {
    expect(resolveArch('gfx940')).toMatchObject({ gfxId: 'gfx942', defaultSku: 'MI300A' });
    expect(resolveArch('gfx941')).toMatchObject({ gfxId: 'gfx942', defaultSku: 'MI300X' });
    expect(resolveArch('gfx942')).toMatchObject({ gfxId: 'gfx942', defaultSku: 'MI300X' });
  });

  it('gives null for an unknown id', () => {
    expect(resolveArch('gfx9999')).toBeNull();
    expect(resolveArch('toString')).toBeNull();
  });
});
