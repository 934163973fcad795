import type { RegionColumns } from '@perfxpert/rocpd';
import { createIdleClock, idleBefore } from './idle-clock.js';
import type { IdleClock } from './idle-clock.js';
import type { ApiCodes } from './number-api-names.js';
import { buildPieceList } from './piece-list.js';
import type { PieceList } from './piece-list.js';
import type { ProcessStage } from '../process-stage.js';

/** Calls of a process by code, as they lie beside the work of its devices. Code 0 stands for no call. */
export interface ExposedCalls {
  /** Per device of the stage and code: nanoseconds inside the process's own window while the device ran nothing. */
  readonly inside: readonly Float64Array[];
  /** Union of the calls of each code outside the own window, where no device of the process runs anything. */
  readonly outside: PieceList;
}

/** A code per region row by way of another one: `outer[codes[row]]`; row codes and outer codes are both counted from 1. */
export interface CodedCalls {
  /** Code by region row. */
  readonly codes: ApiCodes;
  readonly codeCount: number;
  /** Second code by first one. */
  readonly outer: Uint32Array;
  readonly outerCount: number;
}

/**
 * Per code and device |U(calls of the code) minus GPU work of the device|, for both kinds of codes in one pass per
 * device; needs a window, so all is empty without.
 *
 * @param rows the calls beside work (`callsBesideWork`).
 */
export function exposeCalls(
  stage: ProcessStage,
  rows: Uint32Array,
  calls: CodedCalls,
): { inner: ExposedCalls; outer: ExposedCalls } {
  const { window, devices, columns } = stage;
  const inner = buildPieceList(calls.codeCount);
  const outer = buildPieceList(calls.outerCount);
  if (window === null)
    return { inner: { inside: [], outside: inner.finish() }, outer: { inside: [], outside: outer.finish() } };
  const { startNs, endNs } = window;
  const inside = devices.map(({ busy }) =>
    exposeOnDevice(columns.regions, rows, calls, createIdleClock(busy, startNs, endNs)),
  );
  addOutside(columns.regions, rows, calls.codes, null, startNs, endNs, inner);
  addOutside(columns.regions, rows, calls.codes, calls.outer, startNs, endNs, outer);
  return {
    inner: { inside: inside.map((device) => device.inner), outside: inner.finish() },
    outer: { inside: inside.map((device) => device.outer), outside: outer.finish() },
  };
}

/**
 * One pass for one device. Calls come in order of start, so what a code has covered is known by its end alone: a call
 * adds the piece behind it, whose exposed time is the difference of the device's idle time at both ends. A call that
 * reaches no gap costs a few comparisons.
 */
function exposeOnDevice(
  { startNs, endNs }: RegionColumns,
  rows: Uint32Array,
  { codes, codeCount, outer, outerCount }: CodedCalls,
  clock: IdleClock,
): { inner: Float64Array; outer: Float64Array } {
  const exposed = { inner: new Float64Array(codeCount), outer: new Float64Array(outerCount) };
  const innerEnd = new Float64Array(codeCount).fill(Number.NEGATIVE_INFINITY);
  const outerEnd = new Float64Array(outerCount).fill(Number.NEGATIVE_INFINITY);
  const { starts, ends } = clock.gaps;
  let gap = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const code = codes[row] ?? 0;
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    while (gap < ends.length && (ends[gap] ?? 0) <= start) gap++;
    if (gap === ends.length) break;
    // A call without a gap needs no note of what it covers: later pieces cost nothing there either.
    if ((starts[gap] ?? 0) >= end) continue;
    const outerCode = outer[code] ?? 0;
    const innerFrom = Math.max(start, innerEnd[code] ?? start);
    const outerFrom = Math.max(start, outerEnd[outerCode] ?? start);
    if (end <= innerFrom && end <= outerFrom) continue;
    const idleAtEnd = idleBefore(clock, end, gap);
    const idleAtInner = end > innerFrom ? idleBefore(clock, innerFrom, gap) : idleAtEnd;
    if (end > innerFrom) {
      exposed.inner[code] = (exposed.inner[code] ?? 0) + idleAtEnd - idleAtInner;
      innerEnd[code] = end;
    }
    if (end > outerFrom) {
      const idleAtOuter = outerFrom === innerFrom ? idleAtInner : idleBefore(clock, outerFrom, gap);
      exposed.outer[outerCode] = (exposed.outer[outerCode] ?? 0) + idleAtEnd - idleAtOuter;
      outerEnd[outerCode] = end;
    }
  }
  return exposed;
}

function addOutside(
  { startNs, endNs }: RegionColumns,
  rows: Uint32Array,
  codes: ApiCodes,
  outer: Uint32Array | null,
  windowStart: number,
  windowEnd: number,
  pieces: ReturnType<typeof buildPieceList>,
): void {
  const covered = new Map<number, number>();
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    if (start >= windowStart && end <= windowEnd) continue;
    const inner = codes[row] ?? 0;
    const code = outer === null ? inner : (outer[inner] ?? 0);
    const from = Math.max(start, covered.get(code) ?? start);
    if (end <= from) continue;
    covered.set(code, end);
    if (from < windowStart) pieces.add(code, from, Math.min(end, windowStart));
    if (end > windowEnd) pieces.add(code, Math.max(from, windowEnd), end);
  }
}
