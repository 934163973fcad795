import { describe, expect, it } from '@jest/globals';
import { encodeVarints } from '../../../../src/render/html/timeline/encode-varints.js';

const bytesOf = (values: readonly number[]): number[] => [
  ...Buffer.from(encodeVarints(Float64Array.from(values)), 'base64'),
];

describe('encodeVarints', () => {
  it('writes seven bits a byte, the lowest first, with a mark on all but the last', () => {
    // 300 = 2 * 128 + 44.
    expect(bytesOf([0, 127, 128, 300])).toEqual([0, 127, 128, 1, 128 | 44, 2]);
  });

  it('writes numbers beyond 32 bits', () => {
    // 2^31 = 8 * 128^4; 2^40 + 5 = 32 * 128^5 + 5; 2^53 - 1 has 53 ones: seven times seven, then four.
    expect(bytesOf([2 ** 31])).toEqual([128, 128, 128, 128, 8]);
    expect(bytesOf([2 ** 40 + 5])).toEqual([133, 128, 128, 128, 128, 32]);
    expect(bytesOf([2 ** 53 - 1])).toEqual([255, 255, 255, 255, 255, 255, 255, 15]);
  });

  it('rounds, and takes what is below zero for zero', () => {
    expect(bytesOf([2.6, -1])).toEqual([3, 0]);
  });
});
