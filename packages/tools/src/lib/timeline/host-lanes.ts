import type { RegionColumns } from '@perfxpert/rocpd';
import { API_FAMILIES } from '../../terms/api-terms.js';
import type { RegionClasses } from '../facts/api-region.js';
import { isMarkerCategory } from '../facts/marker-category.js';
import { markerTextsOf } from '../facts/marker-texts.js';
import type { ProcessStage } from '../facts/process-stage.js';
import { rowCount } from './lane-rows.js';
import type { LaneRows } from './lane-rows.js';

/** Codes of `RegionClasses.family` other than that of HIP. */
const OTHER_FAMILY_CODES = API_FAMILIES.flatMap((family, index) => (family === 'hip' ? [] : [index + 1]));
/** Lanes of host ranges. */
const MOST_LEVELS = 3;
/** Texts of more marker ranges are not looked up: each costs a read of its extra data. */
const MOST_MARKER_TEXTS = 20_000;

/** Lanes of the host side of a process: marker ranges and API calls. */
export function hostLanes({ columns }: ProcessStage, classes: RegionClasses): LaneRows[] {
  const { regions } = columns;
  const markers = markerRows(regions, classes);
  const api = apiRows(regions, classes);
  const hasOtherFamilies = OTHER_FAMILY_CODES.some((code) => classes.family.includes(code));
  const base = {
    startNs: regions.startNs,
    endNs: regions.endNs,
    nameOf: (row: number) => regions.names[regions.name[row] ?? 0] ?? '',
  };
  // What the program called its ranges; the region itself is named after the call that made it.
  const texts = markers.length > MOST_MARKER_TEXTS ? [] : markerTextsOf(columns, [...markers]);
  const textOf = new Map(texts.map((text, place) => [markers[place] ?? 0, text]));
  const nameOf = (row: number): string => textOf.get(row) ?? base.nameOf(row);
  const lanes: LaneRows[] = [
    ...byDepth(markers, regions).map((rows, depth): LaneRows => {
      const label = depth === 0 ? 'host ranges' : `ranges, level ${String(depth + 1)}`;
      return { ...base, kind: 'marker', label, rows, nameOf };
    }),
    { ...base, kind: 'api', label: hasOtherFamilies ? 'host API' : 'HIP API', rows: api },
  ];
  return lanes.filter((lane) => rowCount(lane) > 0);
}

/** Rows of markers. */
function markerRows(regions: RegionColumns, { otherRows }: RegionClasses): Uint32Array {
  const isMarker = regions.categories.map(isMarkerCategory);
  return otherRows.filter((row) => isMarker[regions.category[row] ?? 0] === true);
}

/** Rows of API calls: all but those that are none, run by run. */
function apiRows(regions: RegionColumns, { apiCount, otherRows }: RegionClasses): Uint32Array | null {
  if (apiCount === regions.count) return null;
  const rows = new Uint32Array(apiCount);
  let filled = 0;
  let row = 0;
  for (let place = 0; place <= otherRows.length; place++) {
    const until = otherRows[place] ?? regions.count;
    while (row < until) rows[filled++] = row++;
    row = until + 1;
  }
  return rows;
}

/** Ranges by how many others of their thread they lie in, so that none hides another; the deepest levels share one. */
function byDepth(rows: Uint32Array, { endNs, startNs, thread }: RegionColumns): Uint32Array[] {
  const levels = Array.from({ length: MOST_LEVELS }, () => new Uint32Array(rows.length));
  const counts = levels.map(() => 0);
  const open = new Map<number, number[]>();
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const own = thread[row] ?? 0;
    const ends = open.get(own) ?? [];
    open.set(own, ends);
    // Parents come before their children: what ended by now is no parent any more.
    while (ends.length > 0 && (ends.at(-1) ?? 0) <= (startNs[row] ?? 0)) ends.pop();
    const level = Math.min(ends.length, MOST_LEVELS - 1);
    const target = levels[level];
    if (target !== undefined) target[counts[level] ?? 0] = row;
    counts[level] = (counts[level] ?? 0) + 1;
    ends.push(endNs[row] ?? 0);
  }
  return levels.map((level, depth) => level.subarray(0, counts[depth])).filter((level) => level.length > 0);
}
