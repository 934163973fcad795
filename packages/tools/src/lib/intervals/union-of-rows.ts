import type { IntervalList } from './interval-list.js';
import { UnionBuilder } from './union-builder.js';

/**
 * Union of the intervals of some rows: sorted, touching ones merged, rows of no length (or of negative length) left
 * out. One pass for rows in order of start, which is how columns come; others are sorted first.
 *
 * @param rows rows to take, in any order; all of them where absent. Rows that are disjoint as they stand are their own
 * union: then the list is the columns themselves, which at tens of millions of rows saves hundreds of megabytes.
 */
export function unionOfRows(startNs: Float64Array, endNs: Float64Array, rows?: Uint32Array): IntervalList {
  if (rows === undefined && isDisjoint(startNs, endNs)) return { starts: startNs, ends: endNs };
  const union = new UnionBuilder();
  const isOrdered = rows === undefined ? addAll(union, startNs, endNs) : addRows(union, startNs, endNs, rows);
  return isOrdered ? union.finish() : unionOfRows(startNs, endNs, rowsByStart(startNs, rows));
}

/** True for rows in order, each of some length and with a gap before the next. */
function isDisjoint(startNs: Float64Array, endNs: Float64Array): boolean {
  let previousEnd = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < startNs.length; row++) {
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    if (start <= previousEnd || end <= start) return false;
    previousEnd = end;
  }
  return true;
}

function addAll(union: UnionBuilder, startNs: Float64Array, endNs: Float64Array): boolean {
  for (let row = 0; row < startNs.length; row++) if (!union.add(startNs[row] ?? 0, endNs[row] ?? 0)) return false;
  return true;
}

function addRows(union: UnionBuilder, startNs: Float64Array, endNs: Float64Array, rows: Uint32Array): boolean {
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    if (!union.add(startNs[row] ?? 0, endNs[row] ?? 0)) return false;
  }
  return true;
}

function rowsByStart(startNs: Float64Array, rows: Uint32Array | undefined): Uint32Array {
  const sorted = rows === undefined ? new Uint32Array(startNs.length) : Uint32Array.from(rows);
  if (rows === undefined) for (let row = 0; row < sorted.length; row++) sorted[row] = row;
  return sorted.sort((a, b) => (startNs[a] ?? 0) - (startNs[b] ?? 0));
}
