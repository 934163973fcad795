import { Command, Option } from 'commander';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

export const QUERY_FORMATS = ['table', 'csv', 'json'] as const;
export type QueryFormat = (typeof QUERY_FORMATS)[number];

/** The options of `perfxpert query`, checked one by one. */
export interface QueryFlags {
  /** Undefined with `showsSchema` only. */
  readonly trace: string | undefined;
  readonly sql: string | undefined;
  readonly format: QueryFormat;
  readonly maxRows: number;
  readonly timeoutMs: number;
  /** `-` and undefined are stdout. */
  readonly output: string | undefined;
  readonly showsSchema: boolean;
  readonly progress: boolean;
}

const USAGE = 'usage: perfxpert query TRACE "SELECT ..." [options] (perfxpert query --help lists them)';
const EXAMPLES = `
The tables are those of --schema: the trace as perfxpert reads it. Nothing else can be read,
and nothing changed.

Examples:
  perfxpert query trace.db "SELECT name, count(*), sum(duration_ns) FROM kernels GROUP BY 1"
  perfxpert query trace.db "SELECT * FROM copies" --format csv --max-rows 9999 -o copies.csv
  perfxpert query --schema
`;

interface ParsedOptions {
  readonly format: QueryFormat;
  readonly maxRows: number;
  readonly timeout: number;
  readonly output?: string;
  readonly schema?: boolean;
  readonly progress: boolean;
}

/** `perfxpert query`. */
export function createQueryCommand(io: Io): Command {
  return new Command('query')
    .description('Ask a trace with SQL, read-only.')
    .helpOption('-h, --help', 'show help')
    .usage('TRACE "SELECT ..." [options]')
    .argument('[trace]', 'trace file or folder')
    .argument('[sql]', 'one SELECT, WITH or VALUES statement')
    .addOption(new Option('--format <name>', QUERY_FORMATS.join(', ')).argParser(parseFormat).default('table'))
    .addOption(new Option('--max-rows <n>', 'rows returned at most').argParser(parseMaxRows).default(1000))
    .addOption(new Option('--timeout <s>', 'time limit, seconds').argParser(parseTimeout).default(120))
    .option('-o, --output <file>', 'write to this file; - for stdout')
    .option('--schema', 'show the tables and columns')
    .option('--no-progress', 'nothing on stderr but errors')
    .addHelpText('after', EXAMPLES)
    .action(async (trace: string | undefined, sql: string | undefined, options: ParsedOptions) => {
      const { runQueryCommand } = await import('./query.js');
      await runQueryCommand(flagsOf(trace, sql, options), io);
    });
}

function flagsOf(trace: string | undefined, sql: string | undefined, options: ParsedOptions): QueryFlags {
  const { format, maxRows, timeout, output, schema: showsSchema = false, progress } = options;
  if (!showsSchema) {
    if (trace === undefined || trace === '') throw new UsageError(`give a trace; ${USAGE}`);
    if (sql === undefined || sql.trim() === '') throw new UsageError(`give a query; ${USAGE}`);
  }
  if (output === '') throw new UsageError('-o: the name of the file is empty');
  return { trace, sql, format, maxRows, timeoutMs: Math.ceil(timeout * 1000), output, showsSchema, progress };
}

function parseFormat(value: string): QueryFormat {
  const format = QUERY_FORMATS.find((known) => known === value);
  if (format === undefined) throw new UsageError(`--format ${value}: formats are ${QUERY_FORMATS.join(', ')}`);
  return format;
}

function parseMaxRows(value: string): number {
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  if (count < 1 || !Number.isSafeInteger(count))
    throw new UsageError(`--max-rows ${value}: give a whole number of at least 1`);
  return count;
}

/** Timers take at most 2^31 milliseconds. */
function parseTimeout(value: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : 0;
  if (!(seconds > 0 && seconds <= 2_000_000)) throw new UsageError(`--timeout ${value}: give seconds, more than 0`);
  return seconds;
}
