import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { plotPoints } from '../../../src/catalog/roofline/plot-points.js';
import { findSharedFolder } from '../../support/shared-traces.js';

const SHARED = findSharedFolder();
const suite = SHARED === null ? describe.skip : describe;
const plot = (...names: readonly string[]) =>
  plotPoints({ db_path: names.map((name) => path.join(SHARED ?? '', name)) });

// One kernel that reads and writes 8 MiB per dispatch. KiB per dispatch and GB/s were computed by scripts of their own:
// recording, part, dispatches, summed ns, mean KiB read and written, peak GB/s.
const COPIES = [
  ['mi100', 'MI100', 3, 62_560, (8208.75 + 2 * 8208.8125) / 3, (8192 + 5409.125 + 5420.25) / 3, 1228.8],
  ['mi300a', 'MI300A', 3, 19_991, (8196.1875 + 8196.25 + 8195.125) / 3, 8192, 5324.8],
  ['mi300x', 'MI300X', 3, 76_318, (2 * 8207.125 + 8206.375) / 3, 8192, 5324.8],
  ['mi300x_passes', 'MI300X', 36, 247_652, 8203.27, 8192, 5324.8],
  ['mi350', 'MI350X', 3, 55_546, (4102.5 + 2 * 4100.75) / 3, 8192, 8000],
] as const;

suite('rooflines of recorded counters', () => {
  it.each(COPIES)(
    '%s: a copy kernel on the memory side, below the peak',
    async (gpu, part, count, ns, read, written, peak) => {
      const { kernels, sku, hbm_bandwidth_bytes_per_s: bandwidth } = await plot(`traces/pmc_vcopy_${gpu}.db`);
      const [kernel] = kernels;
      expect([sku, kernels.length, bandwidth]).toEqual([part, 1, peak * 1e9]);
      expect(kernel).toMatchObject({
        dispatch_count: count,
        duration_ns: ns,
        bottleneck_class: 'memory',
        duration_pct: 100,
      });
      expect((kernel?.read_bytes ?? 0) / 1024 / count).toBeCloseTo(read, 2);
      expect((kernel?.write_bytes ?? 0) / 1024 / count).toBeCloseTo(written, 2);
      const gbps = ((read + written) * 1024 * count) / ns;
      expect((kernel?.achieved_bytes_per_s ?? 0) / 1e9).toBeCloseTo(gbps, 1);
      expect(kernel?.roof_pct).toBeCloseTo((100 * gbps) / peak, 1);
      expect(kernel?.roof_pct).toBeLessThan(100);
    },
  );

  it('has no operations by counters, and an estimate where types were not counted', async () => {
    for (const gpu of ['mi200', 'mi300a', 'mi300x', 'mi300x_passes', 'mi350'])
      expect((await plot(`traces/pmc_vcopy_${gpu}.db`)).kernels).toMatchObject([
        { flops: 0, ai: 0, flops_method: 'counters', bottleneck_class: 'memory' },
      ]);
    const { kernels } = await plot('traces/pmc_vcopy_mi100.db');
    // 163,840 vector instructions * 64 lanes * 3 dispatches
    expect(kernels).toMatchObject([
      { flops: 31_457_280, bytes: 44_695_296, flops_method: 'estimate', confidence: 'low' },
    ]);
    expect(kernels[0]?.ai).toBeCloseTo(0.703816, 6);
  });

  it('knows where bytes are a lower bound and peaks are not to be trusted', async () => {
    const { arch_peaks: peaks, kernels, notes } = await plot('traces/pmc_vcopy_mi350.db');
    expect(kernels).toMatchObject([{ bytes_lower_bound: true, compute_roof: null }]);
    expect(Object.values(peaks)).toEqual([null, null, null, null, null, null]);
    expect(notes.join(' ')).toContain('128 compute units on 8 XCCs');
  });

  it('has no points for recordings without counters, and roofs all the same', async () => {
    const result = await plot('traces/torch_gpuonly_mi210.db');
    // 128 * 104 * 1700e6
    expect(result).toMatchObject({
      has_data: false,
      kernels: [],
      sku: 'MI210',
      arch_peaks: { fp32: 128 * 104 * 1.7e9 },
    });
  });

  // Rates and shares of the roof as the simulator's counters give them: FLOP per byte, TFLOP/s, percent.
  it.each([
    ['amber', /^Cijk_Alik_Bljk_BBS/, 563.33, 810.78, 62, 'matrix bf16'],
    ['haven', /integrate_forces/, 699.8, 35.77, 22, 'vector fp32'],
    ['jasper', /matmul_tiled/, 151.16, 40.55, 25, 'vector fp32'],
    ['haven', /build_cell_list/, 0.33, 1.43, 82, 'vector fp32'],
  ])('planted %s: %p', async (name, kernelName, ai, tera, percent, roof) => {
    const { kernels } = await plot(`planted/${name}/trace.db`);
    const kernel = kernels.find((row) => kernelName.test(row.name));
    expect(kernel?.ai).toBeCloseTo(ai, 1);
    expect((kernel?.achieved_flops_per_s ?? 0) / 1e12).toBeCloseTo(tera, 1);
    expect(Math.round(kernel?.roof_pct ?? 0)).toBe(percent);
    expect(kernel).toMatchObject({ compute_roof: roof, bottleneck_class: ai < 1 ? 'memory' : 'compute' });
  });
});
