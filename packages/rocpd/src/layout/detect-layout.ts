import type { Database } from 'better-sqlite3';
import type { TraceLayout } from '../trace.js';
import { describeTable, listTableNames, type Table } from '../sqlite/table.js';

/** The tables of one process of a file by base name (`kernel_dispatch`, `region`, ...; of an `.rpd` file `api`, `op`, ...). */
export interface ProcessTables {
  /** What follows the base name; empty in `.rpd` files. */
  readonly suffix: string;
  readonly layout: TraceLayout;
  readonly tables: ReadonlyMap<string, Table>;
}

/** What a file holds: its processes, or why it is none of ours. */
export type DetectedLayout =
  | { readonly kind: 'trace'; readonly layout: TraceLayout; readonly processes: readonly ProcessTables[] }
  | { readonly kind: 'foreign'; readonly tableNames: readonly string[] }
  | { readonly kind: 'unsupported'; readonly problem: string; readonly processes: readonly ProcessTables[] };

/** Tables whose name says that a suffix is a process, not the end of a longer table name. */
const MARKS = ['info_process', 'info_agent', 'string', 'event', 'kernel_dispatch', 'region', 'memory_copy', 'sample'];

/** Tables that every process has of its own. */
const OWN_TABLES = ['metadata', 'info_process', 'string'];

/** Tables of records: they need times of their own to be readable. */
const TIMED = ['kernel_dispatch', 'region', 'memory_copy'];

/** Tables that name the suffix in the first place. */
const SUFFIX_PATTERN = /^rocpd_(?:metadata|info_process|kernel_dispatch|region|memory_copy)(_.*)?$/s;

/**
 * Finds the processes of a file by the tables that exist; the version text plays no part. Table names are compared as
 * exact `rocpd_<base><suffix>`, so that a base name which begins another one is not mistaken for it.
 */
export function detectLayout(database: Database): DetectedLayout {
  const names = listTableNames(database);
  const describe = (name: string): Table => describeTable(database, name, names.get(name) ?? '');
  if (names.has('rocpd_api') && names.has('rocpd_op')) return detectRpd(names, describe);
  const suffixes = new Set<string>();
  for (const name of names.keys()) {
    const match = SUFFIX_PATTERN.exec(name);
    if (match !== null) suffixes.add(match[1] ?? '');
  }
  const isProcess = (suffix: string, marks: readonly string[]): boolean =>
    marks.some((base) => names.has(`rocpd_${base}${suffix}`));
  const processes: ProcessTables[] = [];
  for (const suffix of suffixes) {
    if (!isProcess(suffix, MARKS)) continue;
    // `_stats_<uuid>` beside `_<uuid>` is a table of that process, unless it has the tables that only processes have.
    const isTail = [...suffixes].some((other) => other !== suffix && suffix.endsWith(other) && isProcess(other, MARKS));
    if (isTail && !isProcess(suffix, OWN_TABLES)) continue;
    const others = [...suffixes].filter(
      (other) => other.length > suffix.length && other.endsWith(suffix) && isProcess(other, OWN_TABLES),
    );
    processes.push(collectTables(suffix, names, others, describe));
  }
  if (processes.length === 0) return { kind: 'foreign', tableNames: [...names.keys()] };
  const problem = findProblem(processes);
  if (problem !== null) return { kind: 'unsupported', problem, processes };
  const layout = processes.some((process) => process.layout === 'rocpd-4') ? 'rocpd-4' : 'rocpd-3';
  return { kind: 'trace', layout, processes };
}

function collectTables(
  suffix: string,
  names: ReadonlyMap<string, string>,
  longerSuffixes: readonly string[],
  describe: (name: string) => Table,
): ProcessTables {
  const tables = new Map<string, Table>();
  for (const name of names.keys()) {
    if (!name.startsWith('rocpd_') || !name.endsWith(suffix)) continue;
    if (longerSuffixes.some((longer) => name.endsWith(longer))) continue;
    tables.set(name.slice('rocpd_'.length, name.length - suffix.length), describe(name));
  }
  return { suffix, layout: layoutOf(tables), tables };
}

function layoutOf(tables: ReadonlyMap<string, Table>): TraceLayout {
  for (const [base, place] of [
    ['kernel_dispatch', 'agent_id'],
    ['region', 'tid'],
    ['memory_copy', 'tid'],
  ] as const) {
    const columns = tables.get(base)?.columns;
    if (columns?.has('track_id') === true && !columns.has(place)) return 'rocpd-4';
  }
  return 'rocpd-3';
}

/** Times that were moved elsewhere make a layout unreadable; any other missing column is only missing. */
function findProblem(processes: readonly ProcessTables[]): string | null {
  for (const { tables } of processes)
    for (const base of TIMED) {
      const columns = tables.get(base)?.columns;
      if (columns !== undefined && !(columns.has('start') && columns.has('end')))
        return `table rocpd_${base} has no start and end`;
    }
  return null;
}

function detectRpd(names: ReadonlyMap<string, string>, describe: (name: string) => Table): DetectedLayout {
  const tables = new Map<string, Table>();
  for (const name of names.keys())
    if (name.startsWith('rocpd_')) tables.set(name.slice('rocpd_'.length), describe(name));
  const processes: ProcessTables[] = [{ suffix: '', layout: 'rpd', tables }];
  for (const base of ['api', 'op']) {
    const columns = tables.get(base)?.columns;
    if (columns === undefined || !columns.has('start') || !columns.has('end'))
      return { kind: 'unsupported', problem: `table rocpd_${base} has no start and end`, processes };
  }
  return { kind: 'trace', layout: 'rpd', processes };
}
