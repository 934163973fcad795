import { describe, expect, it } from '@jest/globals';
import { orderRows } from '../../src/load/order-rows.js';

const NONE = Number.NaN;

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** What a plain sort says. */
function plainOrder(startNs: Float64Array, endNs: Float64Array, longestFirst: boolean): number[] {
  const sign = longestFirst ? -1 : 1;
  return Array.from(startNs.keys())
    .filter((place) => !Number.isNaN(startNs[place]))
    .sort((a, b) => startNs[a]! - startNs[b]! || sign * (endNs[a]! - endNs[b]!) || a - b);
}

describe('orderRows', () => {
  it('is null where rows are in order', () => {
    expect(orderRows(Float64Array.of(1, 2, 2, 3), Float64Array.of(5, 2, 3, 3), [], false)).toBeNull();
    expect(orderRows(Float64Array.of(1, 2, 2, 3), Float64Array.of(5, 4, 3, 3), [], true)).toBeNull();
    expect(orderRows(new Float64Array(0), new Float64Array(0), [], false)).toBeNull();
  });

  it('leaves places without a row out', () => {
    expect([...orderRows(Float64Array.of(NONE, 1, NONE, 2), Float64Array.of(0, 1, 0, 2), [], false)!]).toEqual([1, 3]);
    expect([...orderRows(Float64Array.of(NONE, 3, NONE, 2), Float64Array.of(0, 3, 0, 2), [], false)!]).toEqual([3, 1]);
  });

  it('decides between equal times by the further columns, unknown values last', () => {
    const same = new Float64Array(4);
    const order = orderRows(same, same, [Uint16Array.of(1, 1, 0, 1), Float64Array.of(7, NONE, 9, 3)], false);
    expect([...order!]).toEqual([2, 3, 0, 1]);
    const unknown = orderRows(same, same, [new Float64Array(4).fill(NONE), Uint16Array.of(3, 2, 1, 0)], false);
    expect([...unknown!]).toEqual([3, 2, 1, 0]);
  });

  const count = 5000;
  const random = numbers(7);
  it.each<[string, (row: number) => number]>([
    ['nearly in order', (row) => row * 10 + Math.floor(random() * 200)],
    ['with parents written after their children', (row) => (row % 500 === 499 ? (row - 499) * 10 - 1 : row * 10)],
    ['in blocks of several threads', (row) => (row % 625) * 80 + Math.floor(row / 625)],
    ['at random', () => Math.floor(random() * 3000)],
    ['in reverse', (row) => -row],
    ['all equal', () => 5],
  ])('orders rows that come %s', (_, startOf) => {
    const startNs = Float64Array.from({ length: count }, (_value, row) => startOf(row));
    const endNs = startNs.map((start) => start + Math.floor(random() * 4));
    for (let place = 0; place < count; place += 97) startNs[place] = NONE;
    for (const longestFirst of [false, true])
      expect([...orderRows(startNs, endNs, [], longestFirst)!]).toEqual(plainOrder(startNs, endNs, longestFirst));
  });
});
