import type { Database } from 'better-sqlite3';
import type { ProcessTables } from '../layout/detect-layout.js';

const COUNTED = ['string', 'event', 'pmc_event', 'sample', 'kernel_dispatch', 'memory_copy', 'region', 'api', 'op'];

/**
 * What tells two recordings of one process from two copies of one recording: row counts, first starts, last ends and
 * summed durations. Scans the tables, so it is asked for only where two processes have the same guid.
 */
export function contentSignature(database: Database, source: ProcessTables): string {
  const parts: string[] = [];
  for (const base of COUNTED) {
    const table = source.tables.get(base);
    if (table === undefined) continue;
    const hasTimes = table.columns.has('start') && table.columns.has('end');
    const times = hasTimes ? ', min("start"), max("end"), total("end" - "start")' : '';
    const row = database.prepare(`select count(*)${times} from ${table.sql}`).raw().safeIntegers().get();
    const values = row as unknown[]; // one row of counts and times
    if (values[0] !== 0n) parts.push(`${base}:${values.map(String).join(':')}`);
  }
  return parts.join(' ');
}
