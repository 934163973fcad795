import { describe, expect, it } from '@jest/globals';
import { createRandom, shuffled } from '../../src/testing/random.js';

describe('createRandom', () => {
  it('repeats its sequence for equal seeds', () => {
    const [left, right, other] = [createRandom(5), createRandom(5), createRandom(6)];
    const draw = (random: typeof left): number[] => Array.from({ length: 5 }, () => random!.next());
    const first = draw(left);
    expect(draw(right)).toEqual(first);
    expect(draw(other)).not.toEqual(first);
  });

  it('is uniform in [0, 1), and normal with mean 0 and deviation 1', () => {
    const random = createRandom(1);
    let outside = 0;
    let sum = 0;
    let normalSum = 0;
    let squareSum = 0;
    for (let index = 0; index < 20_000; index += 1) {
      const value = random.next();
      if (value < 0 || value >= 1) outside += 1;
      sum += value;
      const normal = random.normal();
      normalSum += normal;
      squareSum += normal * normal;
    }
    expect(outside).toBe(0);
    // Five standard errors: sqrt(1/12/20000) = 0.002 and sqrt(1/20000) = 0.007, sqrt(2/20000) = 0.01
    expect(Math.abs(sum / 20_000 - 0.5)).toBeLessThan(0.0102);
    expect(Math.abs(normalSum / 20_000)).toBeLessThan(0.0354);
    expect(Math.abs(squareSum / 20_000 - 1)).toBeLessThan(0.05);
  });
});

describe('shuffled', () => {
  it('keeps all items', () => {
    const items = Array.from({ length: 50 }, (_value, index) => index);
    const result = shuffled(items, createRandom(3));
    expect(result).not.toEqual(items);
    expect([...result].sort((left, right) => left - right)).toEqual(items);
  });
});
