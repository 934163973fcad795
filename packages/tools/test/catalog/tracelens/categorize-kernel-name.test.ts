import { describe, expect, it } from '@jest/globals';
import {
  categorizeKernelName,
  categorizeKernelNameTool,
} from '../../../src/catalog/tracelens/categorize-kernel-name.js';
import { expectOverTheWire } from '../../support/expect-tool.js';

describe('tracelens.categorizeKernelName', () => {
  it.each([
    // KC-1
    ['Cijk_Ailk_Bljk_HHS_BH', 'GEMM'],
    ['ncclKernel_AllReduce_RING', 'NCCL'],
    ['softmax_warp_forward', 'Reduction'],
    ['conv2d_fwd', 'CONV'],
    ['foo', 'Other'],
    // KC-2
    ['_matmul_ogs_NNT_bf16xbf16xmxfp4', 'GEMM'],
    ['triton_poi_fused_addmm_gelu_view_26', 'Elementwise'],
    ['triton_red_fused_add_mean_mul_pow_rsqrt_0', 'Reduction'],
    ['vectorized_layer_norm_kernel', 'Normalization'],
    ['attn_fwd', 'SDPA'],
    ['batched_transpose_16x32_half', 'Memory'],
    ['MIOpenConvUni', 'CONV'],
    ['__amd_rocclr_copyBuffer', 'Memory'],
    ['', 'Other'],
  ])('%s: %s', (name, category) => {
    expect(categorizeKernelName({ name })).toBe(category);
  });

  it('goes over the wire', async () => {
    await expectOverTheWire(categorizeKernelNameTool, { name: 'implicit_gemm_conv_fwd' }, 'CONV');
  });
});
