import { describe, expect, it } from '@jest/globals';
import { lookupPeaks, lookupPeaksTool } from '../../../src/catalog/arch/lookup-peaks.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('lookupPeaks', () => {
  it('gfx942: MI300X', () => {
    // 304 CUs at 2100 MHz; fp64 128, fp32 256, bf16 2048 operations per CU and clock; 5324.8 GB/s
    const peaks = lookupPeaks({ gfx_id: 'gfx942' });
    expect(peaks).toMatchObject({
      gfx_id: 'gfx942',
      name: 'MI300X',
      sku_assumed: true,
      peak_fp64_tflops: 81.7,
      peak_fp64_matrix_tflops: 163.4,
      peak_fp32_tflops: 163.4,
      peak_bf16_tflops: 1307.4,
      peak_xf32_matrix_tflops: 653.7,
      peak_fp4_tflops: null,
      cu_count: 304,
      memory_bandwidth_gbps: 5324.8,
      memory_bandwidth_tbs: 5.325,
      lds_kb: 64,
      l2_mb: 32,
      mall_mb: 256,
      wave_size: 64,
      max_waves_per_simd: 8,
      max_vgprs_per_thread: 512,
      ridge_point: 30.7,
      runtime_discovered: false,
      static_fallback_keys: [],
    });
    expect(peaks.ridge_points).toMatchObject({ fp32: 30.7, fp64: 15.3, bf16: 245.5 });
    expect(peaks.spec_sources).toMatchObject({
      cu_count: 'gpu_specs',
      peak_fp64_tflops: 'gpu_specs: rate x CUs x clock',
    });
  });

  it('gfx942, sku MI325X: the bandwidth is another', () => {
    const peaks = lookupPeaks({ gfx_id: 'gfx942', sku: 'MI325X' });
    expect(peaks).toMatchObject({ sku: 'MI325X', sku_assumed: false, memory_bandwidth_gbps: 6000, ridge_point: 27.2 });
  });

  it('gfx90a, sku MI250X: the whole card', () => {
    const peaks = lookupPeaks({ gfx_id: 'gfx90a', sku: 'MI250X' });
    // 128 * 220 * 1700 MHz = 47.872; matrix fp32 twice that; 47.872e3 / 3276.8 = 14.6
    expect(peaks).toMatchObject({ peak_fp64_tflops: 47.9, peak_fp32_matrix_tflops: 95.7, ridge_point: 14.6 });
    expect(peaks.sku_variants.map(({ name }) => name)).toEqual(['MI210', 'MI250', 'MI250X']);
    expect(peaks.sku_variants[0]).toMatchObject({ cu_count: 104, memory_bandwidth_gbps: 1638.4 });
  });

  it('gfx950, sku MI355X', () => {
    expect(lookupPeaks({ gfx_id: 'gfx950', sku: 'MI355X' })).toMatchObject({
      peak_fp8_tflops: 5033.2,
      peak_fp4_tflops: 10066.3,
      lds_kb: 160,
      // 8192 * 256 * 2400 MHz = 5033.1648e12; / 8000 GB/s
      ridge_points: { fp8: 629.1 },
    });
  });

  it('takes the dot product for int8 where there are no matrix cores', () => {
    // MI60: 512 operations * 64 CUs * 1800 MHz = 58.98e12
    expect(lookupPeaks({ gfx_id: 'gfx906', sku: 'MI60' })).toMatchObject({
      peak_int8_tops: 59,
      peak_bf16_tflops: null,
    });
  });

  it('resolves an alias, target features and letter case', () => {
    expect(lookupPeaks({ gfx_id: 'GFX941:sramecc+:xnack-' })).toMatchObject({ gfx_id: 'gfx942', name: 'MI300X' });
    expect(lookupPeaks({ gfx_id: 'gfx940' })).toMatchObject({ gfx_id: 'gfx942', name: 'MI300A' });
  });

  it('gfx9999: the error names the id and the known ones', () => {
    const error = errorOf(() => lookupPeaks({ gfx_id: 'gfx9999' }));
    expect(error.code).toBe('UNKNOWN_ID');
    expect(error.message).toMatch(/gfx9999.*known: gfx1030, .*gfx950/);
    expect(error.details['known']).toContain('gfx942');
  });

  it('an unknown part: the error names the parts', () => {
    const error = errorOf(() => lookupPeaks({ gfx_id: 'gfx942', sku: 'MI999' }));
    expect(error).toMatchObject({ code: 'UNKNOWN_ID', details: { known: ['MI300A', 'MI300X', 'MI308X', 'MI325X'] } });
  });

  it('M12: without an id, INVALID_ARGUMENT', () => {
    const empty: unknown = {};
    expect(errorOf(() => lookupPeaks(empty as { gfx_id: string }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'gfx_id' },
    });
  });

  it('answers the same over the wire, null for what is optional included', async () => {
    const expected = JSON.parse(JSON.stringify(lookupPeaks({ gfx_id: 'gfx1100' })));
    await expectOverTheWire(lookupPeaksTool, { gfx_id: 'gfx1100', prefer_runtime: null, sku: null }, expected);
  });
});

describe('lookupPeaks with facts of the machine', () => {
  const measured = { cu_count: 'rocminfo', max_sclk_mhz: 'rocminfo', memory_bandwidth_tbs: 'amd-smi' };
  const settings = (gfxId: string, origin = 'amd-smi') => ({
    settings: {
      runtimeGpuSpecs: [
        {
          gfx_id: gfxId,
          name: 'AMD Instinct MI300X VF',
          cu_count: 152,
          max_sclk_mhz: 2000,
          wave_size: null,
          lds_kb: 0,
          memory_bandwidth_tbs: 4,
          peak_fp32_tflops: 100,
          spec_sources: {
            ...measured,
            memory_bandwidth_tbs: origin,
            peak_fp32_tflops: 'derived-from-runtime-topology',
          },
        },
      ],
    },
  });

  it('uses them only when asked', () => {
    expect(lookupPeaks({ gfx_id: 'gfx942' }, settings('gfx942')).cu_count).toBe(304);
    const peaks = lookupPeaks({ gfx_id: 'gfx942', prefer_runtime: true }, settings('gfx942'));
    expect(peaks).toMatchObject({
      runtime_discovered: true,
      cu_count: 152,
      clock_mhz: 2000,
      wave_size: 64,
      lds_kb: 64,
      memory_bandwidth_gbps: 4000,
      // derived on the machine: the table's peak stays; 163.4e3 / 4000
      peak_fp32_tflops: 163.4,
      ridge_point: 40.9,
    });
    expect(peaks.spec_sources['cu_count']).toBe('runtime: rocminfo');
    expect(peaks.static_fallback_keys).toEqual([...peaks.static_fallback_keys].sort());
    expect(peaks.static_fallback_keys).toContain('lds_kb');
    expect(peaks.static_fallback_keys).not.toContain('cu_count');
  });

  it('keeps the bandwidth of the tables against an estimate', () => {
    const options = settings('gfx942', 'derived-from-kfd-topology');
    expect(lookupPeaks({ gfx_id: 'gfx942', prefer_runtime: true }, options).memory_bandwidth_gbps).toBe(5324.8);
  });

  it('has all fields as fallbacks when nothing was discovered', () => {
    const peaks = lookupPeaks({ gfx_id: 'gfx942', prefer_runtime: true });
    expect(peaks.runtime_discovered).toBe(false);
    expect(peaks.static_fallback_keys).toEqual(Object.keys(peaks.spec_sources).sort());
  });

  it('answers for an id that only the machine knows', () => {
    expect(lookupPeaks({ gfx_id: 'gfx1299' }, settings('gfx1299'))).toMatchObject({
      gfx_id: 'gfx1299',
      sku: null,
      cu_count: 152,
      // 100e12 operations and 4 TB/s: even an estimate is better than nothing
      peak_fp32_tflops: 100,
      ridge_point: 25,
      peak_fp64_tflops: null,
    });
  });
});
