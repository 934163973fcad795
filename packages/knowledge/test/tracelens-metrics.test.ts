import { describe, expect, it } from '@jest/globals';
import {
  MAX_CATEGORIZED_CHARACTERS,
  categorizeKernelName,
  kernelCategories,
  kernelCategoryNames,
  tracelensMetricsCatalogue,
} from '../src/index.js';

describe('categorizeKernelName', () => {
  it.each([
    ['Cijk_Ailk_Bljk_HHS_BH', 'GEMM'],
    ['ncclKernel_AllReduce_RING', 'NCCL'],
    ['softmax_warp_forward', 'Reduction'],
    ['conv2d_fwd', 'CONV'],
    ['foo', 'Other'],
  ])('KC-1 %s is %s', (name, category) => expect(categorizeKernelName(name)).toBe(category));

  it.each([
    ['_matmul_ogs_NNT_bf16xbf16xmxfp4', 'GEMM'],
    ['triton_poi_fused_addmm_gelu_view_26', 'Elementwise'],
    ['triton_red_fused_add_mean_mul_pow_rsqrt_0', 'Reduction'],
    ['vectorized_layer_norm_kernel', 'Normalization'],
    ['attn_fwd', 'SDPA'],
    ['batched_transpose_16x32_half', 'Memory'],
    ['MIOpenConvUni', 'CONV'],
    ['__amd_rocclr_copyBuffer', 'Memory'],
  ])('KC-2 %s is %s', (name, category) => expect(categorizeKernelName(name)).toBe(category));

  it('does not find words inside other words', () => {
    expect(categorizeKernelName('convert_type')).toBe('Other');
    expect(categorizeKernelName('prelude')).toBe('Other');
    expect(categorizeKernelName('implicit_gemm_conv_fwd')).toBe('CONV');
  });

  it('looks at the start of a long name only, so that a hostile name costs little', () => {
    expect(categorizeKernelName(`${'x'.repeat(MAX_CATEGORIZED_CHARACTERS)}gemm`)).toBe('Other');
    expect(categorizeKernelName('miopen'.repeat(200_000))).toBe('Other');
  });
});

describe('kernelCategories', () => {
  it('are compiled once, frozen, without state', () => {
    expect(kernelCategories()).toBe(kernelCategories());
    expect(Object.isFrozen(kernelCategories())).toBe(true);
    expect(kernelCategories().every(([, pattern]) => pattern.flags === 'i')).toBe(true);
  });

  it('keep the order of the file; a category may occur twice', () => {
    const { ours_in_order: rules } = tracelensMetricsCatalogue();
    expect(kernelCategories().map(([name, pattern]) => [name, pattern.source])).toEqual(
      rules.map(([name, source]) => [name, new RegExp(source).source]),
    );
    expect(kernelCategoryNames()).toEqual([
      'NCCL',
      'Elementwise',
      'Reduction',
      'SDPA',
      'CONV',
      'GEMM',
      'Normalization',
      'Memory',
      'Sort/Scan',
      'Other',
    ]);
  });
});
