import type Database from 'better-sqlite3';
import type { Partition } from './scenarios/partition.js';

const CALLS = 'SELECT start, "end" FROM regions WHERE category NOT LIKE \'MARKER%\'';
const KERNELS = 'SELECT start, "end" FROM kernels';
const COPIES = 'SELECT start, "end" FROM memory_copies';

/** The partition of a trace by plain SQL over the views of its file: nothing in common with the simulator's arithmetic. */
export function partitionBySql(file: Database.Database): Partition {
  const window = `SELECT min(start) AS low, max("end") AS high FROM (${KERNELS} UNION ALL ${COPIES})`;
  const clipped = `SELECT max(start, low) AS start, min("end", high) AS "end" FROM (${CALLS}), (${window})
    WHERE "end" > low AND start < high`;
  const number = (sql: string): number => Number(file.prepare(sql).pluck().get() ?? 0);
  const wall = number(`SELECT high - low FROM (${window})`);
  const compute = number(unionSql(KERNELS));
  const busy = number(unionSql(`${KERNELS} UNION ALL ${COPIES}`));
  const covered = number(unionSql(`${KERNELS} UNION ALL ${COPIES} UNION ALL ${clipped}`));
  const copySum = number(`SELECT sum("end" - start) FROM (${COPIES})`);
  return {
    ...{ wall_ns: wall, compute_ns: compute, copy_exposed_ns: busy - compute },
    ...{ copy_hidden_ns: copySum - (busy - compute), gpu_busy_ns: busy, idle_ns: wall - busy },
    ...{ api_exposed_ns: covered - busy, idle_other_ns: wall - covered },
    ...{ kernel_sum_ns: number(`SELECT sum("end" - start) FROM (${KERNELS})`), copy_sum_ns: copySum },
  };
}

/** Calls and total times by name, in order of names. */
export function totalsBySql(
  file: Database.Database,
  what: 'kernels' | 'calls',
): { name: string; calls: number; total_ns: number }[] {
  const rows = what === 'kernels' ? 'kernels' : "(SELECT * FROM regions WHERE category NOT LIKE 'MARKER%')";
  return file
    .prepare<[], { name: string; calls: number; total_ns: number }>(
      `SELECT name, count(*) AS calls, sum("end" - start) AS total_ns FROM ${rows} GROUP BY name ORDER BY name`,
    )
    .all();
}

/** Length of the union of spans: each adds what lies after the latest end of those that start before it. */
function unionSql(spans: string): string {
  return `SELECT sum(max(0, "end" - max(start, coalesce(reached, start)))) FROM (
    SELECT start, "end", max("end") OVER (ORDER BY start, "end" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached
    FROM (${spans}))`;
}
