import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { adjustBenjaminiHochberg } from '../../../src/lib/statistics/benjamini-hochberg.js';

describe('adjustBenjaminiHochberg', () => {
  it('the example of Benjamini and Hochberg (1995): thrombolysis, 15 hypotheses', () => {
    const probabilities = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ];
    const adjusted = adjustBenjaminiHochberg(probabilities);
    // The paper rejects the first four at 0.05. p * 15 / rank; the sixth, 0.0695, is above the seventh and takes it.
    expect(adjusted.filter((probability) => probability < 0.05)).toHaveLength(4);
    const expected = [
      0.0015,
      0.003,
      0.0095,
      0.035625,
      0.0603,
      0.447 / 7,
      0.447 / 7,
      0.0645,
      0.0765,
      0.486,
      6.393 / 11,
      0.714875,
      9.792 / 13,
      11.385 / 14,
      1,
    ];
    for (const [index, probability] of adjusted.entries()) expect(probability).toBeCloseTo(expected[index] ?? 0, 12);
  });

  it('keeps the order it was given and knows families of none and one', () => {
    // 0.04 * 2 / 2 and 0.03 * 2 / 1 = 0.06, at most the one above it.
    expect(adjustBenjaminiHochberg([0.04, 0.03])).toEqual([0.04, 0.04]);
    expect(adjustBenjaminiHochberg([0.2])).toEqual([0.2]);
    expect(adjustBenjaminiHochberg([])).toEqual([]);
  });

  it('law: never below the probability itself, at most 1, same order', () => {
    const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(family, (probabilities) => {
        const adjusted = adjustBenjaminiHochberg(probabilities);
        const order = probabilities.map((_, index) => index).sort((a, b) => probabilities[a]! - probabilities[b]!);
        for (const [index, probability] of adjusted.entries()) {
          expect(probability).toBeGreaterThanOrEqual(probabilities[index]! * (1 - 1e-12));
          expect(probability).toBeLessThanOrEqual(1);
        }
        for (let rank = 1; rank < order.length; rank++)
          expect(adjusted[order[rank]!]).toBeGreaterThanOrEqual(adjusted[order[rank - 1]!]!);
      }),
    );
  });
});
