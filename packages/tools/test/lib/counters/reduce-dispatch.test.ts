import { describe, expect, it } from '@jest/globals';
import { counterForms } from '../../../src/lib/counters/counter-forms.js';
import { createDispatchReducer } from '../../../src/lib/counters/reduce-dispatch.js';

type Row = readonly [name: string, value: number];

function reduce(rows: readonly Row[], xccCount: number | null = 1): Record<string, number> {
  const names = [...new Set(rows.map(([name]) => name))];
  const forms = counterForms(names);
  const columns = {
    name: Uint32Array.from(rows, ([name]) => names.indexOf(name)),
    value: Float64Array.from(rows, ([, value]) => value),
  };
  const order = Uint32Array.from(rows.keys());
  const values = createDispatchReducer(forms, columns)(order, 0, rows.length, xccCount);
  return Object.fromEntries(
    Array.from({ length: values.count }, (_, index) => [
      forms.bases[values.base[index] ?? 0] ?? '',
      values.value[index] ?? 0,
    ]),
  );
}

describe('createDispatchReducer', () => {
  it('prefers the sum to rows, and rows to instances, and never adds two forms', () => {
    const instances: Row[] = [
      ['TCC_HIT[0]', 3],
      ['TCC_HIT[1]', 5],
    ];
    const rows: Row[] = [
      ['TCC_HIT', 4],
      ['TCC_HIT', 5],
    ];
    const sum: Row = ['TCC_HIT_sum', 9];
    expect(reduce(instances)).toEqual({ TCC_HIT: 8 });
    expect(reduce([...instances, ...rows])).toEqual({ TCC_HIT: 9 });
    expect(reduce([...instances, ...rows, sum])).toEqual({ TCC_HIT: 9 });
    expect(reduce([sum, ['SQ_WAVES', 16]])).toEqual({ SQ_WAVES: 16, TCC_HIT: 9 });
  });

  it('does not depend on the order of rows', () => {
    const rows: Row[] = [
      ['TCC_MISS', 1],
      ['SQ_WAVES', 2],
      ['TCC_HIT', 3],
      ['TCC_MISS', 4],
      ['SQ_WAVES', 5],
    ];
    const expected = { SQ_WAVES: 7, TCC_HIT: 3, TCC_MISS: 5 };
    expect(reduce(rows)).toEqual(expected);
    expect(reduce([...rows].reverse())).toEqual(expected);
  });

  it('takes a clock as one of several XCCs', () => {
    const perXcc: Row[] = [
      ['GRBM_GUI_ACTIVE', 100],
      ['GRBM_GUI_ACTIVE', 120],
    ];
    expect(reduce(perXcc, 2)).toEqual({ GRBM_GUI_ACTIVE: 120 });
    expect(reduce([['GRBM_GUI_ACTIVE', 240]], 2)).toEqual({ GRBM_GUI_ACTIVE: 120 });
    expect(reduce([['GRBM_GUI_ACTIVE_sum', 240]], 2)).toEqual({ GRBM_GUI_ACTIVE: 120 });
    expect(reduce([['GRBM_GUI_ACTIVE_max', 130], ...perXcc], 2)).toEqual({ GRBM_GUI_ACTIVE: 130 });
    expect(
      reduce(
        [
          ['GRBM_GUI_ACTIVE[0]', 100],
          ['GRBM_GUI_ACTIVE[1]', 120],
        ],
        2,
      ),
    ).toEqual({ GRBM_GUI_ACTIVE: 120 });
    expect(reduce([['GRBM_GUI_ACTIVE', 240]], null)).toEqual({ GRBM_GUI_ACTIVE: 240 });
  });

  it('keeps other reductions under their own names', () => {
    expect(
      reduce([
        ['TCC_HIT_max', 5],
        ['TCC_HIT_avr', 3],
      ]),
    ).toEqual({ TCC_HIT_avr: 3, TCC_HIT_max: 5 });
  });

  it('averages the instances of a recorded percentage and adds those of an amount', () => {
    expect(
      reduce([
        ['VALUBusy', 40],
        ['VALUBusy', 60],
      ]),
    ).toEqual({ VALUBusy: 50 });
    expect(
      reduce([
        ['FETCH_SIZE', 40],
        ['FETCH_SIZE', 60],
      ]),
    ).toEqual({ FETCH_SIZE: 100 });
  });
});
