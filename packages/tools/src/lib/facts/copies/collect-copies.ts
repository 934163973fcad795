import type { CopyColumns } from '@perfxpert/rocpd';
import { COPY_DIRECTIONS } from '../../../terms/copy-directions.js';
import type { CopyDirection } from '../../../terms/copy-directions.js';
import type { IntervalList } from '../../intervals/interval-list.js';
import { unionOfRows } from '../../intervals/union-of-rows.js';
import { findCopyPaths } from './copy-direction.js';
import type { CopyPath } from './copy-direction.js';
import { copyPeakOf } from './copy-peak.js';
import type { CopyPeak } from './copy-peak.js';
import type { ProcessStage } from '../process-stage.js';

/** The copies of one direction in one process. A sized copy has a known size and a length above zero. */
export interface CopyDirectionPart {
  readonly direction: CopyDirection;
  readonly count: number;
  readonly unknownSizeCount: number;
  readonly zeroDurationCount: number;
  readonly totalDurationNs: number;
  /** Size and duration of each sized copy, in order of start. */
  readonly sizesBytes: Float64Array;
  readonly durationsNs: Float64Array;
  /** Union of the sized copies, in the frame of the process. */
  readonly sized: IntervalList;
  /** Distinct peaks of the paths taken, a null among them where one is not known. */
  readonly peaks: readonly (CopyPeak | null)[];
}

/** The copies of one process by direction; directions without copies are absent. */
export type CopiesPart = readonly CopyDirectionPart[];

/** True for a size that is one: rocpd stores 0 or nothing where the collector did not know it. */
export function isKnownSize(sizeBytes: number): boolean {
  return sizeBytes > 0 && Number.isSafeInteger(sizeBytes);
}

/** Sorts the copies of a process by direction. Linear in the copies. */
export function collectCopies({ columns }: ProcessStage): CopiesPart {
  const { copies, process } = columns;
  const { paths, pathOfRow } = findCopyPaths(copies, process.agents);
  const directionOfPath = Uint8Array.from(paths, ({ direction }) => COPY_DIRECTIONS.indexOf(direction));
  const parts: CopyDirectionPart[] = [];
  for (const [index, direction] of COPY_DIRECTIONS.entries()) {
    const ways = paths.filter((path) => path.direction === direction);
    if (ways.length === 0) continue;
    const rows = rowsOfDirection(index, directionOfPath, pathOfRow);
    parts.push(collectDirection(direction, copies, rows, ways));
  }
  return parts;
}

function rowsOfDirection(direction: number, directionOfPath: Uint8Array, pathOfRow: Uint32Array): Uint32Array {
  const rows = new Uint32Array(pathOfRow.length);
  let count = 0;
  for (let row = 0; row < pathOfRow.length; row++)
    if (directionOfPath[pathOfRow[row] ?? 0] === direction) rows[count++] = row;
  return rows.slice(0, count);
}

function collectDirection(
  direction: CopyDirection,
  copies: CopyColumns,
  rows: Uint32Array,
  ways: readonly CopyPath[],
): CopyDirectionPart {
  const { startNs, endNs, sizeBytes } = copies;
  const sizedRows = new Uint32Array(rows.length);
  let sizedCount = 0;
  let unknownSizeCount = 0;
  let zeroDurationCount = 0;
  let totalDurationNs = 0;
  for (const row of rows) {
    const durationNs = (endNs[row] ?? 0) - (startNs[row] ?? 0);
    const isSized = isKnownSize(sizeBytes[row] ?? 0);
    totalDurationNs += durationNs;
    if (!isSized) unknownSizeCount++;
    if (durationNs === 0) zeroDurationCount++;
    else if (isSized) sizedRows[sizedCount++] = row;
  }
  const sized = sizedRows.slice(0, sizedCount);
  return {
    direction,
    count: rows.length,
    unknownSizeCount,
    zeroDurationCount,
    totalDurationNs,
    sizesBytes: Float64Array.from(sized, (row) => sizeBytes[row] ?? 0),
    durationsNs: Float64Array.from(sized, (row) => (endNs[row] ?? 0) - (startNs[row] ?? 0)),
    sized: unionOfRows(startNs, endNs, sized),
    peaks: distinctPeaks(ways),
  };
}

function distinctPeaks(ways: readonly CopyPath[]): (CopyPeak | null)[] {
  const peaks = new Map<string, CopyPeak | null>();
  for (const way of ways) {
    const peak = copyPeakOf(way);
    peaks.set(peak === null ? '' : `${String(peak.peakGbps)} ${peak.source}`, peak);
  }
  return [...peaks.values()];
}
