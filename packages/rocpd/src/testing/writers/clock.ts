import type { TimeNs } from './trace-writer.js';

/** Moves relative times onto the axis of a file. Throws `RangeError` for times that are no whole numbers. */
export type ToTimestamp = (time: TimeNs) => bigint;

/** Adds an offset to each time, exactly: SQLite gets 64-bit integers, never rounded numbers. */
export function createClock(offsetNs: bigint): ToTimestamp {
  return (time) => (typeof time === 'bigint' ? time : BigInt(time)) + offsetNs;
}
