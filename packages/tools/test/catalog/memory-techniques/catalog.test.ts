import { describe, expect, it } from '@jest/globals';
import { catalog, catalogTool } from '../../../src/catalog/memory-techniques/catalog.js';
import { expectOverTheWire } from '../../support/expect-tool.js';

describe('memory_techniques.catalog', () => {
  it('gfx942: five techniques in the order of the tables', () => {
    const rows = catalog({ gfx_id: 'gfx942' });
    expect(rows.map(({ id, expected_impact: impact }) => [id, impact])).toEqual([
      ['memory_coalescing_stride_fix', 4],
      ['lds_tiling', 5],
      ['hip_stream_overlap', 0.7],
      ['warp_primitives_reduction', 0.8],
      ['cache_blocking_kernel', 1],
    ]);
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(['memory']));
  });

  it('does not offer coalescing to a program that copies', () => {
    const metrics = { hbm_bw_utilization: 0.1, memcpy_frac: 0.4, l1_miss_rate: 0.9 };
    expect(catalog({ gfx_id: 'gfx942', metrics })[0]?.status).toBe('not_applicable');
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(catalogTool, { gfx_id: 'gfx90a' }, catalog({ gfx_id: 'gfx90a' }));
  });
});
