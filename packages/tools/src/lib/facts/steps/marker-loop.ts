import type { ProcessColumns } from '@perfxpert/rocpd';
import { compareText } from '../../text/compare-text.js';
import type { RegionClasses } from '../api-region.js';
import { isMarkerCategory } from '../marker-category.js';
import { markerTextsOf } from '../marker-texts.js';

/** Fewer marked steps say nothing about a steady state. */
const MIN_STEPS = 3;
/** Texts are read one by one; a program with more ranges than this doesn't mark its steps alone. */
const MAX_MARKERS = 100_000;
/** A longer text is no name of a step. */
const MAX_TEXT_LENGTH = 300;
const NUMBERED = /^(.{0,200}?)[\s#_:.=([-]*(\d{1,15})[\s)\]]*$/;
const STEP_WORD = /(^|[\W_])(profilerstep|step|iteration|iter|batch)s?([\W_]|$)/i;
const BARE_STEP = /^(\w{1,40}[ _.-])?(step|iteration|iter|batch)$/i;

/** Ranges of the program around its steps, in order and disjoint; times of the host. */
export interface MarkerLoop {
  readonly marker: string;
  readonly texts: readonly string[];
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

interface Range {
  readonly text: string;
  readonly number: number | null;
  readonly startNs: number;
  readonly endNs: number;
}

/**
 * The marker ranges that are steps: a common text with a number that rises (`step 12`, `ProfilerStep#15`), or the same
 * text again and again if it says `step`, `iteration` or `batch`; on one thread, disjoint, at least 3. Of several loops
 * those that say so win, then the one that covers most time, then the first by text. Null where there is none.
 */
export function findMarkerLoop(columns: ProcessColumns, { otherRows }: RegionClasses): MarkerLoop | null {
  const { regions } = columns;
  const isMarker = regions.categories.map(isMarkerCategory);
  if (!isMarker.includes(true)) return null;
  const rows: number[] = [];
  for (const row of otherRows) {
    if (isMarker[regions.category[row] ?? 0] !== true || (regions.endNs[row] ?? 0) <= (regions.startNs[row] ?? 0))
      continue;
    if (rows.length === MAX_MARKERS) return null;
    rows.push(row);
  }
  const texts = markerTextsOf(columns, rows);
  const loops = new Map<string, { marker: string; ranges: Range[] }>();
  for (const [place, row] of rows.entries()) {
    const text = texts[place] ?? '';
    if (text.length > MAX_TEXT_LENGTH) continue;
    const match = NUMBERED.exec(text);
    if (match === null && !BARE_STEP.test(text)) continue;
    const marker = (match?.[1] ?? text).trim();
    const key = `${String(regions.thread[row] ?? 0)} ${match === null ? 'bare' : 'numbered'} ${marker}`;
    const loop = loops.get(key) ?? { marker, ranges: [] };
    loops.set(key, loop);
    const number = match === null ? null : Number(match[2]);
    loop.ranges.push({ text, number, startNs: regions.startNs[row] ?? 0, endNs: regions.endNs[row] ?? 0 });
  }
  const best = [...loops.values()]
    .filter(({ ranges }) => ranges.length >= MIN_STEPS && ranges.every((range, at) => follows(range, ranges[at - 1])))
    .map((loop) => ({ ...loop, isNamed: STEP_WORD.test(loop.marker), totalNs: totalOf(loop.ranges) }))
    .sort(
      (a, b) => Number(b.isNamed) - Number(a.isNamed) || b.totalNs - a.totalNs || compareText(a.marker, b.marker),
    )[0];
  if (best === undefined) return null;
  return {
    marker: best.marker,
    texts: best.ranges.map(({ text }) => text),
    startNs: Float64Array.from(best.ranges, ({ startNs }) => startNs),
    endNs: Float64Array.from(best.ranges, ({ endNs }) => endNs),
  };
}

function follows(range: Range, previous: Range | undefined): boolean {
  if (previous === undefined) return true;
  return range.startNs >= previous.endNs && (range.number ?? 1) > (previous.number ?? 0);
}

function totalOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
}
