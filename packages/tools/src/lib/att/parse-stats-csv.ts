import { splitCsvLine } from '../text/split-csv-line.js';

/** One instruction row of a stats file; cycles are totals over all executions. */
export interface StatsRow {
  readonly instruction: string;
  readonly address: string | null;
  readonly hits: number;
  readonly latency: number;
  readonly stall: number;
  /** Null where the file has no such column. */
  readonly idle: number | null;
  readonly source: string;
}

/** The rows between two kernel headings. */
export interface StatsKernel {
  readonly name: string;
  /** Mangled name of the heading row; null without one. */
  readonly mangledName: string | null;
  readonly rows: StatsRow[];
}

export interface StatsFile {
  readonly kernels: readonly StatsKernel[];
  readonly skippedRows: number;
}

/** Names of the columns without case; the first is what rocprofv3 writes, the others stand in older texts. */
const COLUMNS = {
  address: ['vaddr'],
  instruction: ['instruction', 'instruction id', 'pc_offset', 'pc offset', 'offset'],
  hits: ['hitcount', 'hit count', 'hits', 'count'],
  latency: ['latency', 'latency (cycles)', 'total latency'],
  stall: ['stall', 'stall cycles', 'stalls'],
  idle: ['idle', 'idle cycles'],
  source: ['source', 'source line', 'file:line'],
} as const;
type Places = Readonly<Record<keyof typeof COLUMNS, number>>;

/**
 * The kernels of a `stats_*.csv` of `rocprofv3 --att`. A row whose instruction begins with `;` is a heading: it starts a
 * kernel and names it in its source column. Rows before the first heading are of a kernel `unknown`, or of one named
 * after the file where no heading follows. Null for a file without the columns of such a file.
 *
 * Source: ROCprofiler-SDK, source/lib/att-tool and docs/how-to/using-thread-trace.rst.
 */
export function parseStatsCsv(text: string, fileStem: string): StatsFile | null {
  const lines = logicalLines(text);
  const header = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  const places = placesOf(splitCsvLine(lines[header] ?? ''));
  if (places === null) return null;
  const leading: StatsKernel = { name: fileStem, mangledName: null, rows: [] };
  const headed: StatsKernel[] = [];
  let current = leading;
  let skippedRows = 0;
  for (const line of lines.slice(header + 1)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const cells = splitCsvLine(line);
    const instruction = (cells[places.instruction] ?? '').trim();
    if (instruction.startsWith(';')) {
      current = headingOf(instruction, cells[places.source] ?? '');
      headed.push(current);
      continue;
    }
    const row = rowOf(instruction, cells, places);
    if (row === null) skippedRows++;
    else current.rows.push(row);
  }
  const kernels = [headed.length > 0 ? { ...leading, name: 'unknown' } : leading, ...headed];
  return { kernels: kernels.filter(({ rows }) => rows.length > 0), skippedRows };
}

function headingOf(instruction: string, source: string): StatsKernel {
  const mangledName = instruction.slice(1).trim();
  const name = source.trim();
  return { name: name === '' ? mangledName : name, mangledName: mangledName === '' ? null : mangledName, rows: [] };
}

function placesOf(header: readonly string[]): Places | null {
  const names = header.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/^\ufeff/, ''),
  );
  const find = (key: keyof typeof COLUMNS) => names.findIndex((name) => COLUMNS[key].some((known) => known === name));
  const places = {
    address: find('address'),
    instruction: find('instruction'),
    hits: find('hits'),
    latency: find('latency'),
    stall: find('stall'),
    idle: find('idle'),
    source: find('source'),
  };
  const needed = [places.instruction, places.hits, places.latency, places.stall];
  return needed.some((place) => place < 0) ? null : places;
}

function rowOf(instruction: string, cells: readonly string[], places: Places): StatsRow | null {
  const hits = wholeNumber(cells[places.hits]);
  const latency = wholeNumber(cells[places.latency]);
  const stall = wholeNumber(cells[places.stall]);
  const idle = places.idle < 0 ? 0 : wholeNumber(cells[places.idle]);
  if (instruction === '' || hits === null || latency === null || stall === null || idle === null) return null;
  const address = (cells[places.address] ?? '').trim();
  return {
    instruction,
    address: address === '' ? null : address,
    hits,
    latency,
    stall,
    idle: places.idle < 0 ? null : idle,
    source: (cells[places.source] ?? '').trim(),
  };
}

function wholeNumber(cell: string | undefined): number | null {
  const trimmed = (cell ?? '').trim();
  const value = /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

/** A quote that never closes would swallow the rest of the file: from so many characters on it counts as text. */
const MAX_CELL_CHARACTERS = 200_000;

/** Lines of a CSV text; a cell in quotes may hold line ends (RFC 4180). Linear: each line is looked at once. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open: string[] = [];
  let openLength = 0;
  for (const line of text.split(/\r?\n/)) {
    const isQuoteOdd = line.includes('"') && line.split('"').length % 2 === 0;
    const isOpen = open.length > 0 ? !isQuoteOdd : isQuoteOdd;
    open.push(line);
    openLength += line.length + 1;
    if (isOpen && openLength <= MAX_CELL_CHARACTERS) continue;
    lines.push(open.join('\n'));
    open = [];
    openLength = 0;
  }
  return [...lines, ...open];
}
