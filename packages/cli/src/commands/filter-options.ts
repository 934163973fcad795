import type { Command } from 'commander';
import { Option } from 'commander';
import { UsageError } from '../usage-error.js';

/** Which part of a trace is wanted, in the field names of the report's input. Absent fields do not narrow. */
export interface Filters {
  readonly kernel?: string;
  readonly gpu?: number[];
  readonly rank?: number[];
  readonly from_ns?: number;
  readonly to_ns?: number;
  readonly roctx?: string;
}

/** What commander hands over. */
export interface FilterOptions {
  readonly kernel?: string;
  readonly gpu?: number[];
  readonly rank?: number[];
  readonly from?: number;
  readonly to?: number;
  readonly roctx?: string;
}

const NANOSECONDS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };

/** Adds `--kernel`, `--gpu`, `--rank`, `--from`, `--to`, `--roctx`. */
export function addFilterOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--kernel <regex>',
        'list only kernels whose name matches; time and shares stay those of all',
      ).argParser(parsePattern('--kernel')),
    )
    .addOption(new Option('--gpu <list>', 'only work of these GPUs: 0 or 0,2').argParser(parseNumbers('--gpu')))
    .addOption(new Option('--rank <list>', 'only these ranks: 0 or 0,2').argParser(parseNumbers('--rank')))
    .addOption(
      new Option(
        '--from <time>',
        'only work that starts here or later, after the first GPU work: 1.5ms, 2s; milliseconds without a unit',
      ).argParser(parseTime('--from')),
    )
    .addOption(new Option('--to <time>', 'only work that starts before this').argParser(parseTime('--to')))
    .addOption(
      new Option('--roctx <regex>', 'only work launched inside marker ranges whose text matches').argParser(
        parsePattern('--roctx'),
      ),
    );
}

/** The filters that were given; undefined for a whole trace. @throws UsageError for a window without length */
export function filtersOf({ kernel, gpu, rank, from, to, roctx }: FilterOptions): Filters | undefined {
  if (from !== undefined && to !== undefined && from >= to)
    throw new UsageError('--to: give a time after that of --from');
  const filters: Filters = {
    ...(kernel === undefined ? {} : { kernel }),
    ...(gpu === undefined ? {} : { gpu }),
    ...(rank === undefined ? {} : { rank }),
    ...(from === undefined ? {} : { from_ns: from }),
    ...(to === undefined ? {} : { to_ns: to }),
    ...(roctx === undefined ? {} : { roctx }),
  };
  return Object.keys(filters).length === 0 ? undefined : filters;
}

function parsePattern(flag: string) {
  return (value: string): string => {
    if (value === '') throw new UsageError(`${flag}: give a regular expression`);
    try {
      new RegExp(value);
    } catch (error) {
      throw new UsageError(`${flag} ${value}: is no regular expression`, { cause: error });
    }
    return value;
  };
}

function parseNumbers(flag: string) {
  return (value: string, previous: number[] = []): number[] => {
    const numbers = value.split(',').map((part) => (/^\d{1,9}$/.test(part.trim()) ? Number(part) : Number.NaN));
    if (numbers.some(Number.isNaN)) throw new UsageError(`${flag} ${value}: give numbers with commas between, as 0,2`);
    return [...new Set([...previous, ...numbers])].sort((a, b) => a - b);
  };
}

function parseTime(flag: string) {
  return (value: string): number => {
    const match = /^(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s)?$/.exec(value.trim());
    const nanoseconds = Math.round(Number(match?.[1]) * (NANOSECONDS[match?.[2] ?? 'ms'] ?? Number.NaN));
    if (!Number.isSafeInteger(nanoseconds))
      throw new UsageError(`${flag} ${value}: give a time such as 250us, 1.5ms or 2s`);
    return nanoseconds;
  };
}
