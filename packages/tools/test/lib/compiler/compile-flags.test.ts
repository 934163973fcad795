import { describe, expect, it } from '@jest/globals';
import { compileFlagWords, splitCompileFlags } from '../../../src/lib/compiler/compile-flags.js';
import { parseDiagnosticLines } from '../../../src/lib/compiler/diagnostic-lines.js';

describe('splitCompileFlags', () => {
  it.each([
    '-O0',
    '-O3',
    '-ffast-math',
    '-fopenmp',
    '--offload-arch=gfx942',
    '--offload-arch=gfx90a:xnack-',
    '--offload-arch=gfx90a:sramecc+:xnack-',
    '-mllvm -amdgpu-num-vgpr=64',
  ])('accepts %s', (flag) => {
    expect(splitCompileFlags([flag])).toEqual({ accepted: [flag], rejected: [] });
  });

  it.each([
    '-Xlinker',
    '-Wl,-rpath',
    '-O3=x',
    '-O4',
    '',
    '--offload-arch=',
    '--offload-arch=native',
    '--offload-arch=gfx942,gfx90a',
    '--offload-arch=gfx90a:xnack',
    '--offload-arch=gfx942 -fplugin=x.so',
    '-mllvm',
    '-mllvm -load=x.so',
    '-mllvm -amdgpu-num-vgpr=many',
    '-mllvm -amdgpu-num-vgpr=64 -O3',
    '-amdgpu-num-vgpr=64',
    '-fplugin=x.so',
    '@flags.txt',
  ])('rejects %j', (flag) => {
    expect(splitCompileFlags([flag])).toEqual({ accepted: [], rejected: [flag] });
  });

  it('takes a flag of two words also as two, and gives it back as two', () => {
    const split = splitCompileFlags(['-O3', '-mllvm', '-amdgpu-num-vgpr=64', '-fopenmp']);
    expect(split).toEqual({ accepted: ['-O3', '-mllvm -amdgpu-num-vgpr=64', '-fopenmp'], rejected: [] });
    expect(compileFlagWords(split)).toEqual(['-O3', '-mllvm', '-amdgpu-num-vgpr=64', '-fopenmp']);
    expect(splitCompileFlags(['-mllvm', '-O3']).rejected).toEqual(['-mllvm -O3']);
  });
});

describe('parseDiagnosticLines', () => {
  it('reads errors and warnings, and nothing else', () => {
    const output = [
      'In file included from src/a.cpp:1:',
      "src/a.cpp:3:15: error: use of undeclared identifier 'x'",
      '  int y = x;',
      '          ^',
      'src/a.cpp:4:1: warning: no return [-Wreturn-type]',
      'src/a.cpp:4:1: note: here',
      "C:/b.h:10:2: fatal error: 'c.h' file not found",
      'ld: error: undefined symbol',
      '2 errors generated.',
    ].join('\n');
    expect(parseDiagnosticLines(output)).toEqual([
      { file: 'src/a.cpp', line: 3, col: 15, sev: 'error', msg: "use of undeclared identifier 'x'" },
      { file: 'src/a.cpp', line: 4, col: 1, sev: 'warning', msg: 'no return [-Wreturn-type]' },
      { file: 'C:/b.h', line: 10, col: 2, sev: 'error', msg: "'c.h' file not found" },
    ]);
  });
});
