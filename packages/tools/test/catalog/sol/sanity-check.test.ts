import { describe, expect, it } from '@jest/globals';
import { sanityCheck, sanityCheckTool } from '../../../src/catalog/sol/sanity-check.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

const check = (achieved: number, kernelType: string, gfxId = 'gfx942', sku?: string) =>
  sanityCheck({
    achieved_flops_per_sec: achieved,
    kernel_type: kernelType,
    gfx_id: gfxId,
    ...(sku === undefined ? {} : { sku }),
  });

describe('sanityCheck', () => {
  it('40e12 fp64 is plausible', () => {
    const result = check(40e12, 'fp64');
    expect(result).toMatchObject({ plausible: true, sol_peak: 8.17e13, sku_assumed: true });
    // 40 / 81.7
    expect(result.fraction_of_peak).toBeCloseTo(0.4896, 4);
  });

  it('500e12 fp64 is not', () => {
    expect(check(500e12, 'fp64').plausible).toBe(false);
  });

  it('170e12 fp64_matrix is not', () => {
    expect(check(170e12, 'fp64_matrix')).toMatchObject({ plausible: false, sol_peak: 1.634e14 });
  });

  it('M6, M7', () => {
    expect(check(1e20, 'fp32').plausible).toBe(false);
    expect(check(50e12, 'fp64').plausible).toBe(true);
  });

  it('allows the rounding of data sheets', () => {
    // the unrounded peak is 81.7152e12
    expect(check(81.7e12, 'fp64').plausible).toBe(true);
    expect(check(81.7152e12, 'fp64').plausible).toBe(true);
    expect(check(81.8e12, 'fp64').plausible).toBe(false);
  });

  it('judges by the part', () => {
    // MI250 45.3e12 fp64, MI250X 47.9e12
    expect(check(47e12, 'fp64', 'gfx90a').plausible).toBe(true);
    expect(check(47e12, 'fp64', 'gfx90a', 'MI250')).toMatchObject({ plausible: false, sku_assumed: false });
  });

  it.each([
    ['fp128', 'gfx942'],
    ['fp8', 'gfx90a'],
  ])('lists the peaks for %s on %s', (kernelType, gfxId) => {
    const error = errorOf(() => check(1, kernelType, gfxId));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.details).toMatchObject({ field: 'kernel_type', peaks: { fp64: expect.any(Number) } });
    expect(error.message).toContain('bf16');
  });

  it('refuses negative rates and unknown architectures', () => {
    expect(errorOf(() => check(-1, 'fp64')).code).toBe('INVALID_ARGUMENT');
    expect(errorOf(() => check(1, 'fp64', 'gfx9999')).code).toBe('UNKNOWN_ID');
  });

  it('answers the same over the wire', async () => {
    const input = { achieved_flops_per_sec: 163.4e12, kernel_type: 'fp32', gfx_id: 'gfx942', sku: 'MI300X' };
    await expectOverTheWire(sanityCheckTool, input, {
      plausible: true,
      reason: '100 % of the fp32 peak of MI300X.',
      sol_peak: 1.634e14,
      fraction_of_peak: 1,
      sku_assumed: false,
    });
  });
});
