import type { LaneKind } from './trace-timeline.js';

/** Rows of one lane before they are thinned out. */
export interface LaneRows {
  readonly kind: LaneKind;
  readonly label: string;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** In order of start; null for all. */
  readonly rows: Uint32Array | null;
  nameOf(row: number): string;
}

/** Events of a lane. */
export function rowCount({ rows, startNs }: LaneRows): number {
  return rows?.length ?? startNs.length;
}
