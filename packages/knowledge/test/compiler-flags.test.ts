import { describe, expect, it } from '@jest/globals';
import { compilerFlags, compilerFlagsFor, findCompilerFlag, isKnownGfxId } from '../src/index.js';

const names = (filter: Parameters<typeof compilerFlagsFor>[0]) => compilerFlagsFor(filter).map((flag) => flag.flag);

describe('compiler flags', () => {
  it('stand once and name known architectures', () => {
    expect(new Set(compilerFlags().map((flag) => flag.flag)).size).toBe(compilerFlags().length);
    const arches = compilerFlags().flatMap((flag) => (flag.allowlist ? flag.arches : []));
    expect(arches.filter((gfxId) => gfxId !== 'all' && !isKnownGfxId(gfxId))).toEqual([]);
  });
});

describe('compilerFlagsFor', () => {
  it('filters by goal, architecture and kernel class', () => {
    expect(names({ goal: 'math_throughput', kernelClass: 'compute' })).toEqual([
      '-ffast-math',
      '-fno-math-errno',
      '-freciprocal-math',
    ]);
    expect(names({ goal: 'occupancy', gfxId: 'gfx1100' })).toEqual([]);
    expect(names({ goal: 'occupancy', gfxId: 'gfx942:xnack-' })).toEqual(['-mllvm -amdgpu-num-vgpr=']);
  });

  it('never gives a denied flag', () => {
    expect(names({})).not.toContain('-Xlinker');
  });
});

describe('findCompilerFlag', () => {
  it('finds flags with their value, and denied ones', () => {
    expect(findCompilerFlag('--offload-arch=gfx942')?.flag).toBe('--offload-arch=');
    expect(findCompilerFlag('-mllvm -amdgpu-num-vgpr=64')?.category).toBe('register_control');
    expect(findCompilerFlag('-Xlinker')).toMatchObject({ allowlist: false, risk: 'high' });
  });

  it('takes a flag without a value only as a whole', () => {
    expect(findCompilerFlag('-O')).toBeNull();
    expect(findCompilerFlag('-O33')).toBeNull();
    expect(findCompilerFlag('-funknown')).toBeNull();
  });
});
