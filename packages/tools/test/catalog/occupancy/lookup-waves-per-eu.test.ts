import { describe, expect, it } from '@jest/globals';
import { lookupWavesPerEu, lookupWavesPerEuTool } from '../../../src/catalog/occupancy/lookup-waves-per-eu.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('lookupWavesPerEu', () => {
  it.each([
    ['gfx942', [0, 32, 64, 65, 72, 100, 128, 129, 256, 300, 600], [8, 8, 8, 7, 7, 4, 4, 3, 2, 1, 1]],
    ['gfx908', [24, 65, 128], [10, 3, 2]],
    ['gfx1100', [96, 97], [16, 12]],
  ] as const)('%s: %j registers', (gfxId, counts, waves) => {
    expect(counts.map((vgprs) => lookupWavesPerEu({ vgpr_count: vgprs, gfx_id: gfxId }))).toEqual(waves);
  });

  it('refuses unknown architectures and counts that are none', () => {
    expect(errorOf(() => lookupWavesPerEu({ vgpr_count: 64, gfx_id: 'gfx9999' })).code).toBe('UNKNOWN_ID');
    expect(errorOf(() => lookupWavesPerEu({ vgpr_count: -1, gfx_id: 'gfx942' })).code).toBe('INVALID_ARGUMENT');
    expect(errorOf(() => lookupWavesPerEu({ vgpr_count: 1.5, gfx_id: 'gfx942' })).code).toBe('INVALID_ARGUMENT');
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(lookupWavesPerEuTool, { vgpr_count: 128, gfx_id: 'gfx942' }, 4);
  });
});
