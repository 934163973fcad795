import { describe, expect, it } from '@jest/globals';
import {
  suggestVgprReduction,
  suggestVgprReductionTool,
} from '../../../src/catalog/occupancy/suggest-vgpr-reduction.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

const suggest = (vgprs: number, occupancyFrac: number, kernelTimeFrac: number, gfxId = 'gfx942') =>
  suggestVgprReduction({
    current_vgpr: vgprs,
    occupancy_frac: occupancyFrac,
    kernel_time_frac: kernelTimeFrac,
    gfx_id: gfxId,
  });

describe('suggestVgprReduction', () => {
  it('128 registers: the smallest cut that adds waves, and every further one', () => {
    expect(suggest(128, 0.5, 0.3)).toEqual({
      applicable: true,
      current_vgpr: 128,
      target_vgpr: 96,
      current_waves: 4,
      target_waves: 5,
      expected_occupancy_multiplier: 1.25,
      suggested_flag: '__launch_bounds__(256, 5)',
      options: [
        { target_vgpr: 96, target_waves: 5, multiplier: 1.25 },
        { target_vgpr: 80, target_waves: 6, multiplier: 1.5 },
        { target_vgpr: 72, target_waves: 7, multiplier: 1.75 },
        { target_vgpr: 64, target_waves: 8, multiplier: 2 },
      ],
    });
  });

  it('96 registers on the default architecture', () => {
    const input = { current_vgpr: 96, occupancy_frac: 0.25, kernel_time_frac: 0.5 };
    // 5 waves now, 6 with 80 registers
    expect(suggestVgprReduction(input)).toMatchObject({
      applicable: true,
      target_vgpr: 80,
      target_waves: 6,
      expected_occupancy_multiplier: 1.2,
    });
  });

  it('writes the size of the workgroup into the attribute', () => {
    const input = { current_vgpr: 128, occupancy_frac: 0.5, kernel_time_frac: 0.3, workgroup_size: 512 };
    expect(suggestVgprReduction(input)).toMatchObject({ suggested_flag: '__launch_bounds__(512, 5)' });
  });

  it('does not apply to small kernels, full waves, good occupancy or spills', () => {
    expect(suggest(96, 0.25, 0.02)).toEqual({ applicable: false, reason: 'kernel too small (Amdahl)' });
    expect(suggest(64, 0.25, 0.5)).toMatchObject({ applicable: false, reason: expect.stringContaining('most waves') });
    expect(suggest(128, 0.75, 0.5)).toMatchObject({ applicable: false, reason: expect.stringContaining('occupancy') });
    expect(suggest(600, 0.25, 0.5)).toMatchObject({ applicable: false, reason: expect.stringContaining('spills') });
  });

  it('refuses percents and unknown architectures', () => {
    expect(errorOf(() => suggest(128, 50, 0.3)).code).toBe('INVALID_ARGUMENT');
    expect(errorOf(() => suggest(128, 0.5, 0.3, 'gfx9999')).code).toBe('UNKNOWN_ID');
  });

  it('reads _pct over the wire', async () => {
    const input = { current_vgpr: 96, occupancy_pct: 0.25, kernel_time_pct: 0.02 };
    await expectOverTheWire(suggestVgprReductionTool, input, {
      applicable: false,
      reason: 'kernel too small (Amdahl)',
    });
  });
});
