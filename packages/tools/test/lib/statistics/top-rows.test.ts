import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { topRows } from '../../../src/lib/statistics/top-rows.js';

describe('topRows', () => {
  it('takes the greatest values, of equal ones the first, in their order', () => {
    expect([...topRows(Float64Array.of(3, 9, 3, 7, 3), 3)]).toEqual([0, 1, 3]);
    expect([...topRows(Float64Array.of(1, 2), 5)]).toEqual([0, 1]);
    expect([...topRows(Float64Array.of(1, 2), 0)]).toEqual([]);
    expect([...topRows(new Float64Array(0), 3)]).toEqual([]);
  });

  it('equals sorting', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 60 }), fc.nat(20), (values, limit) => {
        const sorted = values
          .map((value, row) => ({ value, row }))
          .sort((a, b) => b.value - a.value || a.row - b.row)
          .slice(0, limit)
          .map(({ row }) => row)
          .sort((a, b) => a - b);
        expect([...topRows(Float64Array.from(values), limit)]).toEqual(sorted);
      }),
    );
  });
});
