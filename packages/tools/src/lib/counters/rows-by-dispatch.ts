import type { CounterColumns } from '@perfxpert/rocpd';
import type { CounterForms } from './counter-forms.js';

/** Counter rows in order of dispatch. */
export interface RowsByDispatch {
  /** Rows of the counter columns; those of one dispatch are neighbours. */
  readonly rows: Uint32Array;
  /** First place of each dispatch in `rows`; one more entry closes the last. */
  readonly offsets: Uint32Array;
  /** The dispatches that hold values, ascending. */
  readonly dispatchRows: Uint32Array;
  /** Rows left out because their value is no finite number. */
  readonly invalidValueCount: number;
}

/**
 * Puts counter rows in order of dispatch by a counting sort. Within a dispatch the order only matters where fractions
 * are added: such rows are put in order of counter, form and value, so that equal traces give equal sums.
 */
export function rowsByDispatch({ count, dispatch, name, value }: CounterColumns, forms: CounterForms): RowsByDispatch {
  let dispatchCount = 0;
  for (let row = 0; row < count; row++) dispatchCount = Math.max(dispatchCount, (dispatch[row] ?? 0) + 1);
  const starts = new Uint32Array(dispatchCount + 1);
  let invalidValueCount = 0;
  let hasFractions = false;
  for (let row = 0; row < count; row++) {
    const current = value[row] ?? 0;
    if (!Number.isFinite(current)) {
      invalidValueCount += 1;
      continue;
    }
    if (!Number.isInteger(current)) hasFractions = true;
    const index = (dispatch[row] ?? 0) + 1;
    starts[index] = (starts[index] ?? 0) + 1;
  }
  let withValues = 0;
  for (let index = 1; index <= dispatchCount; index++) {
    if ((starts[index] ?? 0) > 0) withValues += 1;
    starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0);
  }
  const dispatchRows = new Uint32Array(withValues);
  const offsets = new Uint32Array(withValues + 1);
  let filled = 0;
  for (let index = 0; index < dispatchCount; index++) {
    if (starts[index] === starts[index + 1]) continue;
    dispatchRows[filled] = index;
    offsets[filled++] = starts[index] ?? 0;
  }
  offsets[filled] = starts[dispatchCount] ?? 0;
  const rows = new Uint32Array(count - invalidValueCount);
  for (let row = 0; row < count; row++) {
    if (!Number.isFinite(value[row] ?? 0)) continue;
    const index = dispatch[row] ?? 0;
    const place = starts[index] ?? 0;
    rows[place] = row;
    starts[index] = place + 1;
  }
  if (hasFractions) {
    const compare = (left: number, right: number): number =>
      compareCounters(name[left] ?? 0, name[right] ?? 0, forms) || (value[left] ?? 0) - (value[right] ?? 0);
    for (let place = 0; place < withValues; place++) rows.subarray(offsets[place], offsets[place + 1]).sort(compare);
  }
  return { rows, offsets, dispatchRows, invalidValueCount };
}

function compareCounters(left: number, right: number, { baseOfName, formOfName }: CounterForms): number {
  const byBase = (baseOfName[left] ?? 0) - (baseOfName[right] ?? 0);
  return byBase || (formOfName[left] ?? 0) - (formOfName[right] ?? 0);
}
