/** Spans whose times start at a common zero. */
export interface Spans {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/**
 * Moves all times so that the earliest start is zero; returns by how much. Columns then say the same whatever origin
 * they were read with. 0 where there are no spans.
 */
export function shiftToZero(tables: readonly Spans[]): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { startNs } of tables) if (startNs.length > 0) earliest = Math.min(earliest, startNs[0] ?? earliest);
  if (!Number.isFinite(earliest) || earliest === 0) return 0;
  for (const { startNs, endNs } of tables)
    for (let row = 0; row < startNs.length; row += 1) {
      startNs[row] = (startNs[row] ?? 0) - earliest;
      endNs[row] = (endNs[row] ?? 0) - earliest;
    }
  return earliest;
}
