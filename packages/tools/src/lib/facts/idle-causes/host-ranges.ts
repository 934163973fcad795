import type { ProcessColumns, RegionColumns } from '@perfxpert/rocpd';
import { orderByEnd } from '../../intervals/order-by-end.js';
import type { RegionClasses } from '../api-region.js';
import { isMarkerCategory } from '../marker-category.js';
import { markerTextsOf } from '../marker-texts.js';
import { NO_CAUSE } from './call-causes.js';
import { OpenRanges } from './open-ranges.js';
import type { IdleTally } from './idle-tally.js';

/** Texts of markers are read one by one: those of the ranges with the most time. */
const MAX_TEXTS = 20_000;
/** So many texts that differ in a number at their end alone are one range of the program, entered again and again. */
const MIN_NUMBERED = 4;
const NUMBERED = /^(.{1,200}?)[\s#_:.=([-]+\d{1,15}[\s)\]]*$/;

/** Ranges that the program named: markers and functions that are no API calls. */
export interface HostRanges {
  /** Rows of regions, rising. */
  readonly rows: Uint32Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Places in `rows` in order of ends. */
  readonly byEnd: Uint32Array;
}

/** Regions of some length that are no API calls; null without any. */
export function hostRangesOf(regions: RegionColumns, { otherRows }: RegionClasses): HostRanges | null {
  const found = new Uint32Array(otherRows.length);
  let count = 0;
  for (const row of otherRows) if ((regions.endNs[row] ?? 0) > (regions.startNs[row] ?? 0)) found[count++] = row;
  if (count === 0) return null;
  const rows = found.subarray(0, count);
  const startNs = new Float64Array(count);
  const endNs = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    startNs[place] = regions.startNs[rows[place] ?? 0] ?? 0;
    endNs[place] = regions.endNs[rows[place] ?? 0] ?? 0;
  }
  return { rows, startNs, endNs, byEnd: orderByEnd(startNs, endNs) };
}

/**
 * Says which ranges of the program cover the time of one device's gaps that no API call explains. A piece belongs to the
 * innermost range of the thread that launches what ends the gap; where that thread has no ranges at all, or the launch
 * is not recorded, to the range that was opened last on any thread. So no nanosecond counts twice. Pieces come in order:
 * one walk over ranges and pieces, and nothing of the pieces is kept.
 */
export class RangeTimer {
  private readonly open: OpenRanges;
  private readonly nsOf: (Float64Array | null)[];
  private starting = 0;
  private ending = 0;
  private nextStartNs: number;
  private nextEndNs: number;
  /** Up to this time the answer of the last search holds, for the thread it was made for. */
  private knownUntilNs = Number.NEGATIVE_INFINITY;
  private knownThread = -1;
  private knownRange = -1;

  constructor(
    private readonly columns: ProcessColumns,
    private readonly ranges: HostRanges,
  ) {
    const { regions } = columns;
    this.open = new OpenRanges(ranges.rows, regions.thread, regions.threads.length);
    this.nsOf = new Array<Float64Array | null>(NO_CAUSE).fill(null);
    this.nextStartNs = this.startOf(0);
    this.nextEndNs = this.endOf(0);
  }

  /**
   * Adds a piece of a gap.
   *
   * @param cause code of the cause that it was booked under.
   * @param thread index of the thread whose call launched what ends the gap; -1 where none is recorded.
   */
  add(startNs: number, endNs: number, cause: number, thread: number): void {
    let timeNs = startNs;
    while (timeNs < endNs) {
      // Gaps are many and ranges few: most gaps lie where the last one did.
      if (timeNs >= this.knownUntilNs || thread !== this.knownThread) this.search(timeNs, thread);
      const nextNs = Math.min(this.knownUntilNs, endNs);
      if (this.knownRange >= 0) {
        const totals = (this.nsOf[cause] ??= new Float64Array(this.ranges.rows.length));
        totals[this.knownRange] = (totals[this.knownRange] ?? 0) + nextNs - timeNs;
      }
      timeNs = nextNs;
    }
  }

  /** Writes the time by cause and name into a tally. */
  finish(tally: IdleTally): void {
    for (const [cause, totals] of this.nsOf.entries())
      if (totals !== null)
        addByName(tally.rangeNs[cause] ?? new Map<string, number>(), totals, this.columns, this.ranges.rows);
  }

  private search(timeNs: number, thread: number): void {
    this.moveTo(timeNs);
    this.knownUntilNs = Math.min(this.nextStartNs, this.nextEndNs);
    this.knownThread = thread;
    this.knownRange = this.open.innermost(thread);
  }

  private moveTo(timeNs: number): void {
    while (this.nextStartNs <= timeNs || this.nextEndNs <= timeNs)
      if (this.nextStartNs < this.nextEndNs) {
        this.open.open(this.starting++);
        this.nextStartNs = this.startOf(this.starting);
      } else {
        this.open.close(this.ranges.byEnd[this.ending++] ?? 0);
        this.nextEndNs = this.endOf(this.ending);
      }
  }

  private startOf(place: number): number {
    return this.ranges.startNs[place] ?? Number.POSITIVE_INFINITY;
  }

  private endOf(order: number): number {
    return this.ranges.endNs[this.ranges.byEnd[order] ?? -1] ?? Number.POSITIVE_INFINITY;
  }
}

/** Time by the text of the marker or the name of the function. */
function addByName(
  into: Map<string, number>,
  totals: Float64Array,
  columns: ProcessColumns,
  rangeRows: Uint32Array,
): void {
  const { regions } = columns;
  let places: number[] = [];
  for (let place = 0; place < totals.length; place++) if ((totals[place] ?? 0) > 0) places.push(place);
  if (places.length > MAX_TEXTS)
    places = places.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b).slice(0, MAX_TEXTS);
  const isMarker = regions.categories.map(isMarkerCategory);
  const rows = places.map((place) => rangeRows[place] ?? 0);
  const markers = rows.filter((row) => isMarker[regions.category[row] ?? 0] === true);
  const textOf = new Map(markerTextsOf(columns, markers).map((text, at) => [markers[at] ?? 0, text]));
  const nsOfName = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const name = textOf.get(row) ?? regions.names[regions.name[row] ?? 0] ?? '';
    nsOfName.set(name, (nsOfName.get(name) ?? 0) + (totals[places[at] ?? 0] ?? 0));
  }
  const numbered = new Map<string, number>();
  for (const name of nsOfName.keys()) {
    const stem = NUMBERED.exec(name)?.[1];
    if (stem !== undefined) numbered.set(stem, (numbered.get(stem) ?? 0) + 1);
  }
  for (const [name, ns] of nsOfName) {
    const stem = NUMBERED.exec(name)?.[1];
    const shown = stem !== undefined && (numbered.get(stem) ?? 0) >= MIN_NUMBERED ? stem : name;
    into.set(shown, (into.get(shown) ?? 0) + ns);
  }
}
