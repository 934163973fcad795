import type { DroppedRows } from '../columns.js';
import type { SpanTable } from './dictionaries.js';
import type { Readings } from './merge-ids.js';

/** Rows that all threads left out of a table. */
export function sumDropped(readings: Readings, table: SpanTable): DroppedRows {
  let nullTimes = 0;
  let negativeDurations = 0;
  for (const { dropped } of readings.findings) {
    nullTimes += dropped[table].nullTimes;
    negativeDurations += dropped[table].negativeDurations;
  }
  return { nullTimes, negativeDurations };
}
