import { describe, expect, it } from '@jest/globals';
import { fuseActions } from '../../../src/lib/diagnosis/fuse-actions.js';
import { actionOnKernel, kernelLibrary } from '../../../src/lib/diagnosis/library-kernel.js';

describe('kernels of libraries', () => {
  it.each([
    ['Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x192x64', 'hipBLASLt or rocBLAS'],
    ['void at::native::reduce_kernel<512, 1>(int)', 'PyTorch'],
    ['void at::native::(anonymous namespace)::indexSelectLargeIndex<float>(int)', 'PyTorch'],
    ['batched_transpose_16x32_half', 'MIOpen'],
    ['void rocprim::detail::radix_sort<int>(int*)', 'rocPRIM or hipCUB'],
    ['__amd_rocclr_copyBuffer', 'the HIP runtime'],
    ['void lbm::collide<19, float>(float*)', null],
    // names of a library as arguments say nothing about whose kernel it is
    ['void mine::apply<at::native::Add>(at::native::Add)', null],
    ['batched_transpose_mine', null],
    ['', null],
  ])('%s comes from %s', (name, library) => {
    expect(kernelLibrary(name)?.name ?? null).toBe(library);
  });

  it('get advice about the library, others their own', () => {
    expect(actionOnKernel('mine', 'mine', 'Change mine')).toBe('Change mine');
    expect(actionOnKernel('Cijk_A', 'Cijk_A', 'Change Cijk_A')).toMatch(/^Leave Cijk_A to hipBLASLt or rocBLAS: /);
  });

  it('are not the ones to fuse, unless a compiler does it', () => {
    expect(
      fuseActions([
        { name: 'Cijk_A', count: 9 },
        { name: 'scale', count: 1200 },
      ]),
    ).toEqual(['Fuse kernel scale (1,200 short launches) with its neighbours']);
    expect(fuseActions([{ name: 'void at::native::add<4>(int)', count: 1 }])).toEqual([
      'Fuse kernel add (1 short launch) with its neighbours (PyTorch: torch.compile)',
    ]);
    expect(fuseActions([{ name: 'Cijk_A', count: 9 }])).toEqual([]);
  });
});
