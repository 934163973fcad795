import { describe, expect, it } from '@jest/globals';
import { createKernelLabels } from '../../src/render/kernel-labels.js';

const labelsOf = (...names: string[]) => [...createKernelLabels(names).values()];

describe('createKernelLabels', () => {
  it.each([
    // R3 of the report vectors: base names
    ['foo::bar(int)', 'bar'],
    ['ns::inner::kernel<float>(int, int)', 'kernel'],
    // R19
    ['heavy_valu_kernel(float const*, float*, int, int)', 'heavy_valu_kernel'],
    ['ns::foo<int>::bar(float)', 'bar'],
    ['void (anonymous namespace)::softmax<4>(float*)', 'softmax'],
    ['void at::native::reduce_kernel<512, 1, at::native::Op<float>>(at::native::Op<float>)', 'reduce_kernel'],
    [
      'std::enable_if<(((8)>(0)))&&half<T>::exists, void>::type vllm::fused_norm<c10::Half, 8>(c10::Half*)',
      'fused_norm',
    ],
    ['Cijk_Ailk_Bljk_SB_MT64x64x16_SE', 'Cijk_Ailk_Bljk_SB_MT64x64x16_SE'],
    ['triton_poi_fused_add_0.kd', 'triton_poi_fused_add_0'],
    ['unnamed kernel 17', 'unnamed kernel 17'],
    ['_ZN2ck16tensor_operation6device12_GLOBAL__N_113gemm_xdl_fastIiLb0EEvPT_', 'gemm_xdl_fast'],
    ['_Z7vecCopyPdS_S_ii.kd', 'vecCopy'],
    ['_ZN3abc', 'abc'],
    ['_ZN9abc', '_ZN9abc'],
    ['_Zplus', '_Zplus'],
    ['', ''],
    ['(((', '((('],
    ['>>>>', '>>>>'],
  ])('%s is %s', (name, label) => {
    expect(labelsOf(name)).toEqual([label]);
  });

  it('keeps template arguments where names would look alike', () => {
    expect(
      labelsOf('void at::native::fill<4, at::native::Add>(int)', 'void at::native::fill<4, at::native::Mul>(int)'),
    ).toEqual(['fill<4, Add>', 'fill<4, Mul>']);
  });

  it('never gives two kernels one label (hard input 24)', () => {
    const names = ['a::fill<1>(int)', 'b::fill<1>(int)', 'fill', 'void fill<1>(long)'];
    expect(new Set(labelsOf(...names)).size).toBe(names.length);
  });

  it('leaves names of absurd length whole (hard input 24)', () => {
    const name = `void f<${'x<'.repeat(50_000)}`;
    expect(labelsOf(name)).toEqual([name]);
  });
});
