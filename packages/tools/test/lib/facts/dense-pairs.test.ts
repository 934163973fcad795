import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numberPairs } from '../../../src/lib/facts/dense-pairs.js';

describe('numberPairs', () => {
  it('numbers pairs in order of first appearance', () => {
    const pairs = numberPairs({ count: 4, first: [1, 0, 1, 0], firstLimit: 2, second: [5, 5, 5, 2], secondLimit: 6 });
    expect(pairs).toEqual({ idOfRow: Uint16Array.of(0, 1, 0, 2), first: [1, 0, 0], second: [5, 5, 2] });
  });

  it('numbers more pairs than two bytes can tell apart', () => {
    const count = 70_000;
    const first = Uint32Array.from({ length: count }, (_, row) => row);
    const { idOfRow } = numberPairs({ count, first, firstLimit: count, second: new Uint8Array(count), secondLimit: 1 });
    expect([idOfRow[0], idOfRow[65_535], idOfRow[65_536], idOfRow[69_999]]).toEqual([0, 65_535, 65_536, 69_999]);
  });

  it('gives the same numbers with a table (small limits) and without one (large limits)', () => {
    const values = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 30 });
    fc.assert(
      fc.property(values, (rows) => {
        const columns = { count: rows.length, first: rows.map(([a]) => a), second: rows.map(([, b]) => b) };
        const small = numberPairs({ ...columns, firstLimit: 5, secondLimit: 5 });
        expect(numberPairs({ ...columns, firstLimit: 1e6, secondLimit: 1e6 })).toEqual(small);
        for (const [row, [a, b]] of rows.entries()) {
          const number = small.idOfRow[row] ?? -1;
          expect([small.first[number], small.second[number]]).toEqual([a, b]);
        }
        expect(small.first).toHaveLength(new Set(rows.map(String)).size);
      }),
    );
  });
});
