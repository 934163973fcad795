import { describe, expect, it } from '@jest/globals';
import { counterForms } from '../../../src/lib/counters/counter-forms.js';
import { rowsByDispatch } from '../../../src/lib/counters/rows-by-dispatch.js';

function sorted(rows: readonly (readonly [dispatch: number, name: string, value: number])[]) {
  const names = [...new Set(rows.map(([, name]) => name))];
  const columns = {
    count: rows.length,
    dispatch: Uint32Array.from(rows, ([dispatch]) => dispatch),
    name: Uint32Array.from(rows, ([, name]) => names.indexOf(name)),
    names,
    value: Float64Array.from(rows, ([, , value]) => value),
  };
  return rowsByDispatch(columns, counterForms(names));
}

describe('rowsByDispatch', () => {
  it('brings the rows of a dispatch together and skips dispatches without any', () => {
    const { rows, offsets, dispatchRows } = sorted([
      [4, 'A', 1],
      [1, 'A', 2],
      [4, 'B', 3],
      [1, 'B', 4],
    ]);
    expect([...rows]).toEqual([1, 3, 0, 2]);
    expect([...offsets]).toEqual([0, 2, 4]);
    expect([...dispatchRows]).toEqual([1, 4]);
  });

  it('leaves values out that are no finite numbers, and counts them', () => {
    const { rows, dispatchRows, invalidValueCount } = sorted([
      [0, 'A', Number.NaN],
      [1, 'A', 2],
      [1, 'A', Number.POSITIVE_INFINITY],
    ]);
    expect([...rows]).toEqual([1]);
    expect([...dispatchRows]).toEqual([1]);
    expect(invalidValueCount).toBe(2);
  });

  it('puts fractions of one counter in order of value', () => {
    const { rows } = sorted([
      [0, 'B', 0.3],
      [0, 'A', 2],
      [0, 'B', 0.1],
      [0, 'B', 0.2],
    ]);
    expect([...rows]).toEqual([1, 2, 3, 0]);
  });

  it('is empty without rows', () => {
    expect(sorted([])).toMatchObject({ invalidValueCount: 0, dispatchRows: new Uint32Array(0) });
  });
});
