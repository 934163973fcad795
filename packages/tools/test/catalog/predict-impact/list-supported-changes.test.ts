import { describe, expect, it } from '@jest/globals';
import {
  listSupportedChanges,
  listSupportedChangesTool,
} from '../../../src/catalog/predict-impact/list-supported-changes.js';
import { expectOverTheWire } from '../../support/expect-tool.js';

describe('listSupportedChanges', () => {
  it('PI-5: ten kinds, the customary five among them', () => {
    const changes = listSupportedChanges();
    expect(changes).toHaveLength(10);
    expect(changes.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'vgpr_reduction',
        'lds_tiling',
        'mfma_enablement',
        'fast_math_flag',
        'hip_stream_overlap',
      ]),
    );
    expect(changes[0]).toEqual({
      id: 'vgpr_reduction',
      applies_to: { bottleneck_type: 'compute', gfx: ['gfx90a', 'gfx942', 'gfx950'] },
      required_metrics: ['vgpr_per_thread', 'waves_per_eu', 'arithmetic_intensity_above_ridge', 'kernel_time_frac'],
    });
  });

  it('returns copies, the same over the wire', async () => {
    listSupportedChanges()[0]?.applies_to.gfx.pop();
    expect(listSupportedChanges()[0]?.applies_to.gfx).toHaveLength(3);
    await expectOverTheWire(listSupportedChangesTool, {}, listSupportedChanges());
  });
});
