import { describe, expect, it } from '@jest/globals';
import { kernelDisplayName } from '../../../src/lib/diagnosis/kernel-display-name.js';

describe('kernelDisplayName', () => {
  it.each([
    ['vecCopy(double*, int)', 'vecCopy'],
    ['void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float> >(int)', 'reduce_kernel'],
    ['void at::native::(anonymous namespace)::CatArrayBatchedCopy<float>(x)', 'CatArrayBatchedCopy'],
    ['ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)', 'ncclDevKernel_Generic'],
    ['std::enable_if<((8)>(0)), void>::type vllm::fused_norm_kernel<c10::Half>(x)', 'fused_norm_kernel'],
    ['Cijk_Ailk_Bljk_SB', 'Cijk_Ailk_Bljk_SB'],
    ['unnamed kernel 7', 'unnamed kernel 7'],
    ['at::copy kernel<4> [clone .kd]', 'copy kernel'],
    ['', ''],
    ['(weird)', '(weird)'],
    ['a\nb\u202ec', 'a?b?c'],
  ])('shows %p as %p', (name, text) => expect(kernelDisplayName(name)).toBe(text));

  it('cuts long names in the middle and keeps both ends', () => {
    const short = kernelDisplayName(`Cijk_${'x'.repeat(10_000)}`);
    expect(short).toHaveLength(60);
    expect(short).toMatch(/^Cijk_x+…x+$/);
  });

  it('survives unbalanced brackets', () => {
    for (const name of ['a<b<c', 'a>b>c', 'f(((', '::', ' :: ']) expect(typeof kernelDisplayName(name)).toBe('string');
  });
});
