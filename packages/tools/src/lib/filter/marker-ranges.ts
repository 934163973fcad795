import type { ProcessColumns } from '@perfxpert/rocpd';
import { isMarkerCategory } from '../facts/marker-category.js';
import { unionOfRows } from '../intervals/union-of-rows.js';
import type { IntervalList } from '../intervals/interval-list.js';
import { matchNames } from './match-names.js';

/** Marker ranges whose text matches a pattern: by thread, and of all threads together, as merged intervals. */
export interface MarkerRanges {
  /** By index into `regions.threads`; absent for threads without such a range. */
  readonly byThread: ReadonlyMap<number, IntervalList>;
  readonly all: IntervalList;
  /** Ranges that match. */
  readonly count: number;
}

/** Finds the marker ranges of a process whose text matches. @throws ToolError INVALID_ARGUMENT (see `matchNames`) */
export function findMarkerRanges({ regions, details }: ProcessColumns, pattern: string): MarkerRanges {
  const isMarker = regions.categories.map(isMarkerCategory);
  const found: number[] = [];
  for (let row = 0; row < regions.count; row++) if (isMarker[regions.category[row] ?? 0] === true) found.push(row);
  const rows = Uint32Array.from(found);
  const texts = details.markerTexts(rows).map((text) => text ?? '');
  const distinct = [...new Set(texts)];
  const matched = matchNames('roctx', pattern, distinct);
  const matches = new Set(distinct.filter((_text, at) => matched[at] === 1));
  const inRange = rows.filter((_row, place) => matches.has(texts[place] ?? ''));
  const rowsByThread = new Map<number, number[]>();
  for (const row of inRange) {
    const thread = regions.thread[row] ?? 0;
    const own = rowsByThread.get(thread);
    if (own === undefined) rowsByThread.set(thread, [row]);
    else own.push(row);
  }
  const byThread = new Map(
    [...rowsByThread].map(([thread, own]) => [
      thread,
      unionOfRows(regions.startNs, regions.endNs, Uint32Array.from(own)),
    ]),
  );
  return { byThread, all: unionOfRows(regions.startNs, regions.endNs, inRange), count: inRange.length };
}

/** True where a time lies in one of the intervals, their end left out. */
export function liesIn({ starts, ends }: IntervalList, timeNs: number): boolean {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= timeNs) low = middle + 1;
    else high = middle;
  }
  return low > 0 && timeNs < (ends[low - 1] ?? 0);
}
