import type { CounterColumns } from '@perfxpert/rocpd';
import { COUNTER_FORMS } from './counter-forms.js';
import type { CounterForms } from './counter-forms.js';

/** Values of one dispatch, one per counter, in order of `base`. The arrays are reused by the next dispatch. */
export interface DispatchValues {
  count: number;
  /** Index into `CounterForms.bases`. */
  readonly base: Uint32Array;
  readonly value: Float64Array;
  /** The form that the value was taken from (`COUNTER_FORMS`). */
  readonly form: Uint8Array;
}

/** Names and values of counter rows. */
export type CounterRows = Pick<CounterColumns, 'name' | 'value'>;

/** Reduces the rows `rows[from..to)` of one dispatch; `xccCount` is that of its device, null where unknown. */
export type DispatchReducer = (rows: Uint32Array, from: number, to: number, xccCount: number | null) => DispatchValues;

/**
 * A function that makes one value per counter of the rows of a dispatch, whatever their order.
 *
 * - A counter X: `X_sum` if present, else the sum of the rows named X, else the sum of all `X[i]`; never two of them.
 * - A GRBM counter counts the same clock on every XCC: a `_max` form as it is, else the greatest of several rows, else
 *   one row (or `_sum`), which is the sum over the XCCs, divided by their number; undivided where that is unknown.
 * - A recorded metric that is no amount (percent, cycles, ...): the mean of its rows.
 */
export function createDispatchReducer(forms: CounterForms, { name, value }: CounterRows): DispatchReducer {
  const baseCount = forms.bases.length;
  const width = Object.keys(COUNTER_FORMS).length;
  const sums = new Float64Array(baseCount * width);
  const maxima = new Float64Array(baseCount * width);
  const counts = new Uint32Array(baseCount * width);
  const touched = new Uint32Array(baseCount);
  const isTouched = new Uint8Array(baseCount);
  const values: DispatchValues = {
    count: 0,
    base: new Uint32Array(baseCount),
    value: new Float64Array(baseCount),
    form: new Uint8Array(baseCount),
  };

  return (rows, from, to, xccCount) => {
    let touchedCount = 0;
    let isSorted = true;
    for (let place = from; place < to; place++) {
      const row = rows[place] ?? 0;
      const rowName = name[row] ?? 0;
      const rowValue = value[row] ?? 0;
      const base = forms.baseOfName[rowName] ?? 0;
      const slot = base * width + (forms.formOfName[rowName] ?? 0);
      if (isTouched[base] === 0) {
        if (touchedCount > 0 && (touched[touchedCount - 1] ?? 0) > base) isSorted = false;
        isTouched[base] = 1;
        touched[touchedCount++] = base;
      }
      const count = counts[slot] ?? 0;
      maxima[slot] = count === 0 ? rowValue : Math.max(maxima[slot] ?? 0, rowValue);
      sums[slot] = (sums[slot] ?? 0) + rowValue;
      counts[slot] = count + 1;
    }
    const order = touched.subarray(0, touchedCount);
    if (!isSorted) order.sort();
    values.count = touchedCount;
    for (let index = 0; index < touchedCount; index++) {
      const base = order[index] ?? 0;
      const first = base * width;
      const form = forms.isClock[base] === 1 ? clockForm(counts, first) : countForm(counts, first);
      const slot = first + form;
      values.base[index] = base;
      values.form[index] = form;
      if (forms.isClock[base] === 1)
        values.value[index] = isOverXccs(counts, first, form)
          ? (sums[slot] ?? 0) / (xccCount ?? 1)
          : (maxima[slot] ?? 0);
      else values.value[index] = (sums[slot] ?? 0) / (forms.isMean[base] === 1 ? (counts[slot] ?? 1) : 1);
      isTouched[base] = 0;
      for (let place = first; place < first + width; place++) {
        counts[place] = 0;
        sums[place] = 0;
      }
    }
    return values;
  };
}

function countForm(counts: Uint32Array, first: number): number {
  if ((counts[first + COUNTER_FORMS.sum] ?? 0) > 0) return COUNTER_FORMS.sum;
  return (counts[first + COUNTER_FORMS.rows] ?? 0) > 0 ? COUNTER_FORMS.rows : COUNTER_FORMS.instances;
}

function clockForm(counts: Uint32Array, first: number): number {
  if ((counts[first + COUNTER_FORMS.max] ?? 0) > 0) return COUNTER_FORMS.max;
  if ((counts[first + COUNTER_FORMS.rows] ?? 0) > 1) return COUNTER_FORMS.rows;
  if ((counts[first + COUNTER_FORMS.instances] ?? 0) > 0) return COUNTER_FORMS.instances;
  return (counts[first + COUNTER_FORMS.rows] ?? 0) > 0 ? COUNTER_FORMS.rows : COUNTER_FORMS.sum;
}

/** Whether the value of a clock is one sum over all XCCs. */
function isOverXccs(counts: Uint32Array, first: number, form: number): boolean {
  return form === COUNTER_FORMS.sum || (form === COUNTER_FORMS.rows && counts[first + form] === 1);
}
