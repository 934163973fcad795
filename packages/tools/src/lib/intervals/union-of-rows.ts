import type { IntervalList } from './interval-list.js';

/**
 * Union of the intervals of some rows: sorted, touching ones merged, rows of no length (or of negative length) left
 * out. One pass for rows in order of start, which is how columns come; others are sorted first.
 *
 * @param rows rows to take, in any order; all of them where absent.
 */
export function unionOfRows(startNs: Float64Array, endNs: Float64Array, rows?: Uint32Array): IntervalList {
  const count = rows === undefined ? startNs.length : rows.length;
  const merged = countMerged(startNs, endNs, rows, count);
  if (merged < 0) return unionOfRows(startNs, endNs, rowsByStart(startNs, rows, count));
  const starts = new Float64Array(merged);
  const ends = new Float64Array(merged);
  let last = -1;
  let openEnd = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < count; place++) {
    const row = rows === undefined ? place : (rows[place] ?? 0);
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    if (end <= start || end <= openEnd) continue;
    if (start > openEnd) starts[++last] = start;
    ends[last] = end;
    openEnd = end;
  }
  return { starts, ends };
}

/** Number of merged intervals, so that the result can be made in its final size; -1 if rows are not in order. */
function countMerged(startNs: Float64Array, endNs: Float64Array, rows: Uint32Array | undefined, count: number): number {
  let merged = 0;
  let openStart = Number.NEGATIVE_INFINITY;
  let openEnd = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < count; place++) {
    const row = rows === undefined ? place : (rows[place] ?? 0);
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    if (end <= start) continue;
    if (start < openStart) return -1;
    if (start > openEnd) {
      merged++;
      openStart = start;
      openEnd = end;
    } else if (end > openEnd) openEnd = end;
  }
  return merged;
}

function rowsByStart(startNs: Float64Array, rows: Uint32Array | undefined, count: number): Uint32Array {
  const sorted = rows === undefined ? new Uint32Array(count) : Uint32Array.from(rows);
  if (rows === undefined) for (let row = 0; row < count; row++) sorted[row] = row;
  return sorted.sort((a, b) => (startNs[a] ?? 0) - (startNs[b] ?? 0));
}
