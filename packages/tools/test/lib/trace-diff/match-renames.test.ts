import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchRenames } from '../../../src/lib/trace-diff/match-renames.js';
import type { LoneKernel } from '../../../src/lib/trace-diff/match-renames.js';

const SHAPE = '256x1x1/65536x1x1';
const kernel = (name: string, calls = 80, shape: string | null = SHAPE): LoneKernel => ({ name, calls, shape });
const match = (before: LoneKernel, after: LoneKernel) => matchRenames([before], [after]).map(({ reason }) => reason);

describe('matchRenames', () => {
  it.each([
    ['spelling', kernel('void scale(float*, int)', 80), kernel('scale(float *,int)', 3, null)],
    ['spelling', kernel('gemm.kd'), kernel('gemm', 1)],
    ['template_value', kernel('void conv<128, 64, 2>(A)'), kernel('void conv<128, 64, 3>(A)', 80, 'other')],
    ['template_value', kernel('void conv<true>(A)'), kernel('void conv<false>(A)', 7)],
    ['template_type', kernel('void relu<float>(float*)'), kernel('void relu<__half>(__half*)')],
    ['template_type', kernel('relu(float*)'), kernel('relu(double*)')],
    ['template_type', kernel('f<Load<float, 4>>(int)'), kernel('f<Load<c10::Half, 8>>(int)')],
    ['tile', kernel('Cijk_Ailk_Bljk_SB_MT64x64x16_SE'), kernel('Cijk_Ailk_Bljk_SB_MT128x64x8_SE_K1', 80, 'other')],
    ['running_number', kernel('triton_poi_fused_add_3'), kernel('triton_poi_fused_add_17')],
    ['shortened', kernel('void norm<4>(float*)'), kernel('norm')],
    ['shortened', kernel('_ZN2at4normILi4EEEvPf'), kernel('void at::norm<4>(float*)')],
  ])('%s: one kernel under two names', (reason, before, after) => {
    expect(match(before, after)).toEqual([reason]);
    expect(match(after, before)).toEqual([reason]);
  });

  it.each([
    ['other function', kernel('void add<4>(float*)'), kernel('void mul<4>(float*)')],
    ['other functor', kernel('vec<4, FillFunctor<float>>(int)'), kernel('vec<4, MulFunctor<float>>(int)')],
    ['another value, with other calls and shape', kernel('conv<2>(A)'), kernel('conv<3>(A)', 40, 'other')],
    ['another type, with other calls', kernel('relu<float>(A)'), kernel('relu<half>(A)', 79)],
    ['another type, no launch shape known', kernel('relu<float>(A)', 80, null), kernel('relu<half>(A)', 80, null)],
    ['other Tensile problem', kernel('Cijk_Ailk_Bljk_SB_MT64x64x16'), kernel('Cijk_Ailk_Bjlk_SB_MT64x64x16')],
    ['numbers in a name, with other calls', kernel('reduce1'), kernel('reduce2', 3)],
    ['other overload with the same name only', kernel('norm<4>(float*)'), kernel('norm<Big>(float*)')],
  ])('%s: two kernels', (_case, before, after) => {
    expect(match(before, after)).toEqual([]);
  });

  it('takes the partner that agrees in more', () => {
    const before = [kernel('k<1, 8>(A)', 10), kernel('k<2, 8>(A)', 20)];
    const after = [kernel('k<3, 8>(A)', 20), kernel('k<4, 8>(A)', 10)];
    expect(matchRenames(before, after)).toEqual([
      { old: 'k<2, 8>(A)', new: 'k<3, 8>(A)', reason: 'template_value' },
      { old: 'k<1, 8>(A)', new: 'k<4, 8>(A)', reason: 'template_value' },
    ]);
  });

  it('takes none where two agree equally', () => {
    expect(matchRenames([kernel('k<1>(A)'), kernel('k<2>(A)')], [kernel('k<3>(A)'), kernel('k<4>(A)')])).toEqual([]);
    expect(matchRenames([kernel('k<1>(A)')], [kernel('k<3>(A)'), kernel('k<4>(A)')])).toEqual([]);
  });

  it('leaves families alone that are too large to compare', () => {
    const family = (from: number): LoneKernel[] =>
      Array.from({ length: 20_000 }, (_, index) => kernel(`k<${from + index}>(A)`, index));
    expect(matchRenames(family(0), family(1_000_000))).toEqual([]);
  });

  const anyKernel = fc
    .tuple(
      fc.constantFrom('f', 'g', 'Cijk_A_B_S_MT1x1'),
      fc.constantFrom('', '<1>', '<2>', '<float>', '<half>', '<1, X>'),
      fc.constantFrom('', '(int)', '(float*)'),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('s', 't', null),
    )
    .map(([base, list, parameters, calls, shape]) => kernel(base + list + parameters, calls, shape));
  const side = fc.uniqueArray(anyKernel, { maxLength: 6, selector: ({ name }) => name });

  it('law: each kernel once, and swapping the sides swaps the names', () => {
    fc.assert(
      fc.property(side, side, (removed, added) => {
        const names = new Set(added.map(({ name }) => name));
        const before = removed.filter(({ name }) => !names.has(name));
        const there = matchRenames(before, added);
        const back = matchRenames(added, before);
        expect(new Set(there.map((rename) => rename.old)).size).toBe(there.length);
        expect(new Set(there.map((rename) => rename.new)).size).toBe(there.length);
        const mirrored = back.map((rename) => `${rename.new} > ${rename.old} ${rename.reason}`).sort();
        expect(there.map((rename) => `${rename.old} > ${rename.new} ${rename.reason}`).sort()).toEqual(mirrored);
      }),
    );
  });
});
