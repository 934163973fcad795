import { describe, expect, it } from '@jest/globals';
import {
  complementaryErrorFunction,
  twoSidedNormalProbability,
} from '../../../src/lib/statistics/normal-distribution.js';

/** Relative difference. */
const off = (value: number, expected: number): number => Math.abs(value / expected - 1);

describe('complementaryErrorFunction', () => {
  // Abramowitz and Stegun, table 7.1 (1 - erf), to ten digits; all digits from the C library's erfc.
  it.each([
    [0, 1],
    [0.5, 0.4795001221869535],
    [1, 0.15729920705028513],
    [1.9999, 0.004679802092970608],
    [2, 0.004677734981047266],
    [3, 2.209049699858544e-5],
    [5, 1.5374597944280349e-12],
    [10, 2.088487583762545e-45],
    [25, 8.300172571196522e-274],
  ])('erfc(%d)', (x, expected) => {
    expect(off(complementaryErrorFunction(x), expected)).toBeLessThan(1e-9);
  });

  it('is symmetric about 1 and ends at 0', () => {
    expect(complementaryErrorFunction(-1)).toBe(2 - complementaryErrorFunction(1));
    expect(complementaryErrorFunction(40)).toBe(0);
  });
});

describe('twoSidedNormalProbability', () => {
  it('gives the usual quantiles', () => {
    // 1.959963984540054 is the 97.5 % quantile, 2.5758293035489004 the 99.5 % quantile.
    expect(twoSidedNormalProbability(1.959963984540054)).toBeCloseTo(0.05, 14);
    expect(twoSidedNormalProbability(-2.5758293035489004)).toBeCloseTo(0.01, 14);
    expect(twoSidedNormalProbability(0)).toBe(1);
  });
});
