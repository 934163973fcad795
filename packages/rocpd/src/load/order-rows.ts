import type { IdArray, IndexArray } from '../columns.js';
import { mergeSort, mergeTwo, type Compare } from './merge-sort.js';

/** A column that decides between rows of equal start and end. */
export type TieColumn = IndexArray | IdArray;

/** How far back a row may have to move to be put in its place directly; rows further off are sorted apart. */
const WINDOW = 64;

/**
 * The order of rows by (start, end, tie columns, place), null if they are in that order already. With `longestFirst` the
 * longer of two spans that start together comes first, so that parents precede children. Places whose start is NaN are
 * left out.
 *
 * Records are written roughly in order of time, so most rows are at most a few places off: they are moved there, and
 * only the rest is sorted and merged in.
 */
export function orderRows(
  startNs: Float64Array,
  endNs: Float64Array,
  ties: readonly TieColumn[],
  longestFirst: boolean,
): Uint32Array | null {
  const compare = compareRows(startNs, endNs, ties, longestFirst ? -1 : 1);
  const isOrdered = areOrdered(startNs, compare);
  if (isOrdered && !startNs.includes(Number.NaN)) return null;
  const places = new Uint32Array(startNs.length);
  let count = 0;
  for (let place = 0; place < startNs.length; place += 1) {
    if (Number.isNaN(startNs[place])) continue;
    places[count] = place;
    count += 1;
  }
  if (isOrdered) return places.slice(0, count);
  return sortPlaces(places.subarray(0, count), compare);
}

function areOrdered(startNs: Float64Array, compare: Compare): boolean {
  let last = -1;
  for (let place = 0; place < startNs.length; place += 1) {
    if (Number.isNaN(startNs[place])) continue;
    if (last >= 0 && compare(last, place) > 0) return false;
    last = place;
  }
  return true;
}

function compareRows(startNs: Float64Array, endNs: Float64Array, ties: readonly TieColumn[], sign: 1 | -1): Compare {
  const compareTies = (a: number, b: number): number => {
    const ends = (endNs[a] ?? 0) - (endNs[b] ?? 0);
    if (ends !== 0) return sign * ends;
    for (const column of ties) {
      const difference = (column[a] ?? 0) - (column[b] ?? 0);
      if (difference === 0) continue;
      if (!Number.isNaN(difference)) return difference;
      // Unknown values (NaN) come after known ones.
      const ranks = rankOf(column[a]) - rankOf(column[b]);
      if (ranks !== 0) return ranks;
    }
    return a - b;
  };
  return (a, b) => {
    const starts = (startNs[a] ?? 0) - (startNs[b] ?? 0);
    return starts === 0 ? compareTies(a, b) : starts;
  };
}

function rankOf(value: number | undefined): number {
  return Number.isNaN(value) ? 1 : 0;
}

function sortPlaces(places: Uint32Array, compare: Compare): Uint32Array {
  const near = new Uint32Array(places.length);
  const far: number[] = [];
  let count = 0;
  for (const place of places) {
    const lowest = count - WINDOW;
    if (lowest > 0 && compare(near[lowest - 1] ?? 0, place) > 0) {
      far.push(place);
      continue;
    }
    let at = count;
    while (at > 0 && compare(near[at - 1] ?? 0, place) > 0) {
      near[at] = near[at - 1] ?? 0;
      at -= 1;
    }
    near[at] = place;
    count += 1;
  }
  if (far.length === 0) return near;
  // The window's places of the input are no longer needed: the result goes there.
  mergeTwo(near.subarray(0, count), mergeSort(Uint32Array.from(far), compare), places, compare);
  return places.byteLength === places.buffer.byteLength ? places : places.slice();
}
