import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countEndingBefore, lastEndingBefore, orderByEnd } from '../../../src/lib/intervals/order-by-end.js';

const spans = fc
  .array(fc.tuple(fc.nat(20), fc.nat(9)), { maxLength: 40 })
  .map((pairs) => pairs.sort(([a], [b]) => a - b))
  .map((pairs) => ({
    starts: Float64Array.from(pairs, ([start]) => start),
    ends: Float64Array.from(pairs, ([start, length]) => start + length),
  }));

describe('orderByEnd', () => {
  it('orders rows by end, then by number, as sorting does', () => {
    fc.assert(
      fc.property(spans, ({ starts, ends }) => {
        const sorted = Array.from(starts, (_, row) => row).sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0) || a - b);
        expect([...orderByEnd(starts, ends)]).toEqual(sorted);
      }),
    );
  });

  it('orders the rows asked for', () => {
    // ends 9, 4, 3, 8 of rows 0, 1, 2, 3
    const starts = Float64Array.of(0, 1, 2, 3);
    const ends = Float64Array.of(9, 4, 3, 8);
    expect([...orderByEnd(starts, ends, Uint32Array.of(0, 1, 3))]).toEqual([1, 3, 0]);
    expect([...orderByEnd(new Float64Array(0), new Float64Array(0))]).toEqual([]);
  });

  it('finds what ends before a time and a row', () => {
    const ends = Float64Array.of(5, 5, 7);
    const order = Uint32Array.of(0, 1, 2);
    expect(countEndingBefore(order, ends, 5, 1)).toBe(1);
    expect(lastEndingBefore(order, ends, 5, 0)).toBe(-1);
    expect(lastEndingBefore(order, ends, 5, 9)).toBe(1);
    expect(lastEndingBefore(order, ends, 6, 0)).toBe(1);
    expect(lastEndingBefore(order, ends, 100, 0)).toBe(2);
  });
});
