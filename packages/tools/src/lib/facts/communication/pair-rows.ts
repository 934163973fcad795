import type { RankSequence } from './rank-sequence.js';
import { isSameCall } from './same-call.js';

/** Rows of each rank in the order of the ranks; after pairing all of one length: the k-th of each belong together. */
export type RankRows = readonly Uint32Array[];

/** The k-th rows of all ranks, without those that disagree on what was called; `rows` are of one length. */
export function pairInOrder(sequences: readonly RankSequence[], rows: RankRows): RankRows {
  const count = rows[0]?.length ?? 0;
  const pairs = collectPairs(rows, count);
  for (let place = 0; place < count; place++) {
    for (let rank = 0; rank < rows.length; rank++) pairs.current[rank] = rows[rank]?.[place] ?? 0;
    if (isSameCall(sequences, pairs.current)) pairs.keep();
  }
  return pairs.finish();
}

/**
 * Rows of ranks that recorded different numbers of collectives, on one clock: a collective ends on no rank before all
 * have begun it, so rows belong together where they overlap in time and agree on what was called. Of rows that don't,
 * those that ended before the last one began have no counterpart. Linear in the rows.
 */
export function pairInTime(sequences: readonly RankSequence[], rows: RankRows): RankRows {
  const places = new Uint32Array(rows.length);
  const pairs = collectPairs(rows, Math.min(...rows.map(({ length }) => length)));
  const isOpen = (): boolean => rows.every(({ length }, rank) => (places[rank] ?? 0) < length);
  while (isOpen()) {
    let latestStart = Number.NEGATIVE_INFINITY;
    let earliestEnd = Number.POSITIVE_INFINITY;
    let first = 0;
    let firstStart = Number.POSITIVE_INFINITY;
    for (let rank = 0; rank < rows.length; rank++) {
      const row = rows[rank]?.[places[rank] ?? 0] ?? 0;
      pairs.current[rank] = row;
      const start = startOf(sequences[rank], row);
      latestStart = Math.max(latestStart, start);
      earliestEnd = Math.min(earliestEnd, endOf(sequences[rank], row));
      if (start < firstStart) {
        firstStart = start;
        first = rank;
      }
    }
    const isTogether = latestStart <= earliestEnd;
    if (isTogether && isSameCall(sequences, pairs.current)) {
      pairs.keep();
      for (let rank = 0; rank < rows.length; rank++) places[rank] = (places[rank] ?? 0) + 1;
    } else if (isTogether) places[first] = (places[first] ?? 0) + 1;
    else
      for (let rank = 0; rank < rows.length; rank++)
        if (endOf(sequences[rank], pairs.current[rank] ?? 0) < latestStart) places[rank] = (places[rank] ?? 0) + 1;
  }
  return pairs.finish();
}

/** Start of a row on the clock of its group, from the start of the group's window. */
export function startOf(sequence: RankSequence | undefined, row: number): number {
  if (sequence === undefined) return Number.NaN;
  return (sequence.measured.part.collectives.startNs[row] ?? 0) - sequence.windowStartNs;
}

function endOf(sequence: RankSequence | undefined, row: number): number {
  if (sequence === undefined) return Number.NaN;
  return (sequence.measured.part.collectives.endNs[row] ?? 0) - sequence.windowStartNs;
}

/** Gathers rows of all ranks: what stands in `current` is added by `keep`. */
function collectPairs(rows: RankRows, most: number) {
  const kept = rows.map(() => new Uint32Array(most));
  const current = new Uint32Array(rows.length);
  let count = 0;
  return {
    current,
    keep(): void {
      for (let rank = 0; rank < kept.length; rank++) {
        const own = kept[rank];
        if (own !== undefined) own[count] = current[rank] ?? 0;
      }
      count += 1;
    },
    finish: (): RankRows => kept.map((own) => own.slice(0, count)),
  };
}
