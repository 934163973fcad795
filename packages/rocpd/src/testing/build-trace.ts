import type Database from 'better-sqlite3';
import { damageTables } from './damage-tables.js';
import type { TraceDamage } from './damage-tables.js';
import { planProcess } from './plan-process.js';
import type { ProcessPlan } from './plan-process.js';
import { createTracePlace } from './trace-files.js';
import type { TraceFiles } from './trace-files.js';
import type { TraceSpec } from './trace-spec.js';
import { openTraceFile } from './writers/open-writer.js';
import type { TraceFileLayout } from './writers/trace-writer.js';
import { writeProcess } from './write-process.js';

/** How `buildTrace` writes. */
export interface BuildTraceOptions extends TraceDamage {
  /** Default `3.0`. */
  readonly layout?: TraceFileLayout;
  /** Where to write the (first) file. Default: in a new temporary folder. */
  readonly path?: string;
  /** Whether all processes share a file or have one each. Default `one`, but `per-process` for layout `rpd`. */
  readonly files?: 'one' | 'per-process';
  /** Added to every time. */
  readonly timeOffsetNs?: bigint;
  /** `shuffled`: rows of each table in random order, so that neither ids nor times are sorted. Default `given`. */
  readonly rowOrder?: 'given' | 'shuffled';
  /** Seed of the shuffle. Default 1. */
  readonly seed?: number;
  /** Called with each database when all is written, before it is closed: for damage that no option covers. */
  readonly tamper?: (database: Database.Database) => void;
}

/**
 * Writes a recording given as literals into a database file, for tests. Equal arguments give files of equal content.
 *
 * Throws `RangeError` for times that are no whole numbers and for agents that do not exist.
 *
 * @example
 * const trace = buildTrace({ kernels: [{ name: 'gemm', startNs: 0, endNs: 500 }] });
 * // open trace.path, then trace.dispose()
 */
export function buildTrace(spec: TraceSpec, options: BuildTraceOptions = {}): TraceFiles {
  const processes = 'processes' in spec ? spec.processes : [spec];
  const plans = processes.map((process, index) => planProcess(process, index, options.timeOffsetNs ?? 0n));
  const files = options.files ?? (options.layout === 'rpd' ? 'per-process' : 'one');
  const groups = files === 'per-process' ? plans.map((plan) => [plan]) : [plans];
  const place = createTracePlace(options.path, options.layout === 'rpd' ? '.rpd' : '.db');
  const result = place.filesUpTo(groups.length);
  try {
    for (const [index, group] of groups.entries()) writeFile(place.pathOf(index), group, options);
  } catch (error) {
    result.dispose();
    throw error;
  }
  return result;
}

function writeFile(path: string, plans: readonly ProcessPlan[], options: BuildTraceOptions): void {
  const { database, writer } = openTraceFile(path, options.layout ?? '3.0', options.timeOffsetNs ?? 0n);
  try {
    const shuffleSeed = options.rowOrder === 'shuffled' ? (options.seed ?? 1) : null;
    for (const plan of plans) writeProcess(writer.addProcess(plan.header), plan, shuffleSeed);
    writer.finishRecords();
    damageTables(
      database,
      plans.map((plan) => plan.header.guid),
      options,
    );
    if (options.views !== false) writer.createViews();
    database.exec('COMMIT');
    options.tamper?.(database);
  } finally {
    database.close();
  }
}
