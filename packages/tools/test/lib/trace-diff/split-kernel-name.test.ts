import { describe, expect, it } from '@jest/globals';
import { splitKernelName } from '../../../src/lib/trace-diff/split-kernel-name.js';

describe('splitKernelName', () => {
  it.each([
    ['gemm', 'gemm', [], null],
    ['void gemm<128, 2>(float const*, int)', 'gemm', ['128', '2'], 'float const*, int'],
    [
      'void at::native::reduce_kernel<512, at::Op<float, 4>>(int)',
      'at::native::reduce_kernel',
      ['512', 'at::Op<float, 4>'],
      'int',
    ],
    ['void (anonymous namespace)::copy<float>(float*)', '(anonymous namespace)::copy', ['float'], 'float*'],
    ['Foo<int>::run(char)', 'Foo::run', ['int'], 'char'],
    ['unsigned int f<(ck::Mode)1, (1 > 0)>()', 'f', ['(ck::Mode)1', '(1 > 0)'], ''],
    ['run(int)::{lambda()#1}::operator()() const', 'run(int)::{lambda()#1}::operator()', [], ''],
    ['operator<(A, B)', 'operator<', [], 'A, B'],
    ['ns::operator<< <int>(A)', 'ns::operator<<', ['int'], 'A'],
    ['gemm.kd', 'gemm', [], null],
    ['foo(int) [clone .kd]', 'foo', [], 'int'],
    ['_Z3addPfi', 'add', [], null],
    ['_ZN2at6native13reduce_kernelILi512ELi1EEEvi', 'at::native::reduce_kernel', [], null],
    ['_ZN12_GLOBAL__N_14copyEPf', '(anonymous namespace)::copy', [], null],
    ['unnamed kernel 17', 'unnamed kernel 17', [], null],
    ['', '', [], null],
    ['broken<int, (float', 'broken', ['int', '(floa'], null],
  ])('%s', (name, base, templateArguments, parameters) => {
    expect(splitKernelName(name)).toEqual({ base, templateArguments, parameters });
  });

  it('takes long hostile names in one pass', () => {
    for (const part of ['<', '(', ' [clone ', '<(', 'a<b>', '(x)::', '_Z', '_Z9'])
      expect(typeof splitKernelName(part.repeat(200_000)).base).toBe('string');
    expect(splitKernelName(`k<${'1,'.repeat(500_000)}1>`).templateArguments).toHaveLength(500_001);
  });
});
