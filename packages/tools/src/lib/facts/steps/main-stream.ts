import type { DispatchColumns } from '@perfxpert/rocpd';

/** Of some rows those on the stream that has most of them; of equal streams the first. */
export function rowsOfMainStream({ stream, streams }: DispatchColumns, rows: Uint32Array): Uint32Array {
  const streamCount = streams.length;
  const counts = new Uint32Array(streamCount);
  for (let place = 0; place < rows.length; place++) {
    const of = stream[rows[place] ?? 0] ?? 0;
    counts[of] = (counts[of] ?? 0) + 1;
  }
  let main = 0;
  for (let candidate = 1; candidate < streamCount; candidate++)
    if ((counts[candidate] ?? 0) > (counts[main] ?? 0)) main = candidate;
  if (counts[main] === rows.length) return rows;
  const kept = new Uint32Array(counts[main] ?? 0);
  let filled = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    if (stream[row] === main) kept[filled++] = row;
  }
  return kept;
}
