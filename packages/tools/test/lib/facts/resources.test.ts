import { describe, expect, it } from '@jest/globals';
import type { KernelSpec } from '@perfxpert/rocpd/testing';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { builtSections, hardwareSections } from '../../support/hardware-sections.js';

const kernel = (spec: Partial<KernelSpec> = {}): KernelSpec => ({ name: 'kernel', startNs: 0, endNs: 1000, ...spec });

describe('kernel resources', () => {
  it('give one kernel in full', async () => {
    const { resources } = await builtSections({
      kernels: [
        kernel({
          vgpr: 60,
          accumVgpr: 4,
          sgpr: 48,
          ldsBytes: 16_384,
          scratchBytes: 32,
          workgroup: [64, 4, 1],
          grid: [1000, 30, 2],
        }),
      ],
    });
    expect(resources).toEqual({
      arch: 'gfx942',
      arch_specs: {
        max_waves_per_simd: 8,
        vgprs_per_simd: 512,
        lds_per_cu_bytes: 65_536,
        wavefront_size: 64,
        simds_per_cu: 4,
        cu_count: 304,
      },
      kernels: [
        {
          name: 'kernel',
          vgpr: 60,
          accum_vgpr: 4,
          sgpr: 48,
          lds_bytes: 16_384,
          scratch_bytes: 32,
          block: '64x4x1',
          grid: '1000x30x2',
          // ceil(1000 / 64) * ceil(30 / 4) * 2 = 16 * 8 * 2, of 4 waves each, on 304 units
          blocks: 256,
          total_waves: 1024,
          waves_per_cu: 1024 / 304,
          fills_gpu: false,
          variant_count: 1,
          // LDS: 4 workgroups of 4 waves on 4 SIMDs
          occupancy: {
            waves_per_simd: 4,
            max_waves_per_simd: 8,
            percent: 50,
            limiting_resource: 'LDS',
            vgpr_limited: 8,
            lds_limited: 4,
            block_limited: 8,
          },
          occupancy_reason: null,
        },
      ],
    });
  });

  it('are of the launch with the most time', async () => {
    const { resources } = await builtSections({
      kernels: [
        kernel({ grid: [256, 1, 1], endNs: 100 }),
        kernel({ grid: [512, 1, 1], startNs: 200, endNs: 260 }),
        kernel({ grid: [512, 1, 1], startNs: 300, endNs: 360 }),
        kernel({ grid: [512, 1, 1], startNs: 400, endNs: 410, ldsBytes: 1024 }),
      ],
    });
    // 120 ns of 512 without LDS against 100 ns of 256; two shapes by workgroup and grid
    expect(resources.kernels).toMatchObject([{ grid: '512x1x1', lds_bytes: 0, variant_count: 2 }]);
  });

  it('add up the launches of several processes', async () => {
    const process = (grids: readonly [number, number][]) => ({
      kernels: grids.map(([grid, ns], index) =>
        kernel({ grid: [grid, 1, 1], startNs: index * 1000, endNs: index * 1000 + ns }),
      ),
    });
    const { resources } = await builtSections({
      processes: [
        process([
          [256, 100],
          [512, 60],
        ]),
        process([
          [1024, 90],
          [512, 60],
        ]),
      ],
    });
    expect(resources.kernels).toMatchObject([{ grid: '512x1x1', variant_count: 3 }]);
  });

  it('list the kernels with the most time', async () => {
    const files = buildTrace({
      kernels: [
        kernel({ name: 'short', endNs: 10 }),
        kernel({ name: 'b', startNs: 20, endNs: 120 }),
        kernel({ name: 'a', startNs: 200, endNs: 300 }),
        kernel({ name: 'long', startNs: 400, endNs: 600 }),
      ],
    });
    try {
      const names = async (options = {}) =>
        (await hardwareSections(files.path, options)).resources.kernels.map(({ name }) => name);
      expect(await names()).toEqual(['long', 'a', 'b', 'short']);
      expect(await names({ topKernels: 2 })).toEqual(['long', 'a']);
      expect(await names({ minDurationNs: 100 })).toEqual(['long', 'a', 'b']);
    } finally {
      files.dispose();
    }
  });

  it('row 21: do not depend on the order of rows', async () => {
    const kernels = [1, 2, 3, 4].map((n) =>
      kernel({ name: `k${n % 2}`, grid: [256 * n, 1, 1], startNs: n * 100, endNs: n * 100 + 50 }),
    );
    const given = await builtSections({ kernels });
    expect(await builtSections({ kernels }, { rowOrder: 'shuffled' })).toEqual(given);
  });

  it('row 30: borrow nothing for an unknown architecture', async () => {
    const { resources } = await builtSections({
      agents: [{ name: 'gfx9999', productName: 'Unknown', hardware: { cu_count: 10, wave_front_size: 64 } }],
      kernels: [kernel({ grid: [2560, 1, 1] })],
    });
    expect(resources).toMatchObject({
      arch: 'gfx9999',
      arch_specs: null,
      // the record itself tells units and wave size
      kernels: [{ blocks: 10, total_waves: 40, waves_per_cu: 4, fills_gpu: true, occupancy: null }],
    });
    expect(resources.kernels[0]?.occupancy_reason).toContain('gfx9999');
  });

  it('row 31: a partition is filled by as many workgroups as it has units', async () => {
    const { resources } = await builtSections({
      agents: [{ hardware: { cu_count: 38, num_xcc: 1 } }],
      kernels: [kernel({ grid: [38 * 256, 1, 1] })],
    });
    expect(resources.kernels).toMatchObject([{ blocks: 38, fills_gpu: true, waves_per_cu: 4 }]);
  });

  it('row 33: launches without parameters have no shape and no occupancy', async () => {
    const { resources } = await builtSections({ kernels: [kernel({ workgroup: null, grid: null })] });
    expect(resources.kernels).toMatchObject([
      {
        block: null,
        grid: null,
        blocks: null,
        total_waves: null,
        waves_per_cu: null,
        fills_gpu: null,
        occupancy: null,
        occupancy_reason: expect.stringContaining('workgroup size'),
      },
    ]);
  });

  it('without register counts bound occupancy where LDS or workgroups do', async () => {
    const without = { vgpr: null, accumVgpr: null, sgpr: null };
    const { resources } = await builtSections({
      kernels: [
        kernel({ ...without, name: 'a', ldsBytes: 32_768 }),
        kernel({ ...without, name: 'b', startNs: 2000, endNs: 2500 }),
        kernel({ name: 'c', vgpr: 0, startNs: 3000, endNs: 3001 }),
      ],
    });
    const [bounded, unknown, zero] = resources.kernels;
    expect(bounded).toMatchObject({ vgpr: null, occupancy: { percent: 25, vgpr_limited: null } });
    expect(bounded?.occupancy_reason).toContain('upper bound');
    expect(unknown).toMatchObject({ occupancy: null, occupancy_reason: expect.stringContaining('Register counts') });
    expect(zero).toMatchObject({ vgpr: null, occupancy: null });
  });

  it('the agent record beats the tables', async () => {
    const { resources } = await builtSections({
      agents: [{ hardware: { max_waves_per_simd: 4, lds_size_in_kb: 32 } }],
      kernels: [kernel({ ldsBytes: 16_384, vgpr: 64 })],
    });
    expect(resources.arch_specs).toMatchObject({ max_waves_per_simd: 4, lds_per_cu_bytes: 32_768 });
    // two workgroups of four waves on four SIMDs, of 4
    expect(resources.kernels[0]?.occupancy).toMatchObject({ waves_per_simd: 2, max_waves_per_simd: 4, percent: 50 });
  });

  it('figures that do not fit a compute unit are said to be so', async () => {
    const { resources } = await builtSections({ kernels: [kernel({ ldsBytes: 100_000 })] });
    expect(resources.kernels[0]).toMatchObject({
      occupancy: null,
      occupancy_reason: expect.stringContaining('do not fit'),
    });
  });

  it('are empty without kernels', async () => {
    const { resources } = await builtSections({ copies: [{ startNs: 0, endNs: 10, bytes: 4 }] });
    expect(resources).toEqual({ arch: null, arch_specs: null, kernels: [] });
  });
});
