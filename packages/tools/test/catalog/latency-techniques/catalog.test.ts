import { describe, expect, it } from '@jest/globals';
import { catalog, catalogTool } from '../../../src/catalog/latency-techniques/catalog.js';
import { expectOverTheWire } from '../../support/expect-tool.js';

describe('latency_techniques.catalog', () => {
  it('gfx942: three techniques in the order of the tables', () => {
    const rows = catalog({ gfx_id: 'gfx942' });
    // ranges 1.3..1.7, 2..6, 1.2..1.8: the upper end minus 1
    expect(rows.map((row) => [row.name, row.category, row.expected_impact])).toEqual([
      ['hip_stream_overlap', 'latency', 0.7],
      ['kernel_fusion_small_launches', 'latency', 5],
      ['device_sync_removal', 'latency', 0.8],
    ]);
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(catalogTool, { gfx_id: 'gfx942' }, catalog({ gfx_id: 'gfx942' }));
  });
});
