import { describe, expect, it } from '@jest/globals';
import { occupancySpecsTable, occupancySpecsTableTool } from '../../../src/catalog/arch/occupancy-specs-table.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('occupancySpecsTable', () => {
  it('lists every architecture, sorted', () => {
    const table = occupancySpecsTable();
    expect(Object.keys(table)).toEqual(Object.keys(table).sort());
    expect(table['gfx942']).toEqual({
      max_waves_per_simd: 8,
      vgprs_per_simd: 512,
      lds_per_cu_kb: 64,
      wavefront_size: 64,
      simds_per_cu: 4,
    });
    expect(table['gfx950']?.lds_per_cu_kb).toBe(160);
    expect(table['gfx1100']).toMatchObject({
      max_waves_per_simd: 16,
      vgprs_per_simd: 1536,
      wavefront_size: 32,
      simds_per_cu: 2,
    });
  });

  it('takes no fields', async () => {
    const odd: object = { gfx_id: 'gfx942' };
    expect(errorOf(() => occupancySpecsTable(odd)).code).toBe('INVALID_ARGUMENT');
    await expectOverTheWire(occupancySpecsTableTool, {}, occupancySpecsTable());
  });
});
