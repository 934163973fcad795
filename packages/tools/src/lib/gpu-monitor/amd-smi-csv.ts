import type { JsonObject } from '../gpu-tools/fields.js';
import { splitCsvLine } from '../text/split-csv-line.js';

const HEADER = /^"?(timestamp"?,"?)?gpu"?,/i;
/** Columns of `amd-smi metric --csv`, which are leaf names, and where its JSON has them. */
const METRIC_SECTIONS: Readonly<Record<string, readonly string[]>> = {
  usage: ['gfx_activity', 'umc_activity'],
  power: ['socket_power', 'current_power', 'power_limit', 'throttle_status'],
  temperature: ['edge', 'hotspot', 'mem'],
  mem_usage: ['total_vram', 'used_vram'],
};
const CLOCK_COLUMN = /^(gfx(?:_\d+)?|mem(?:_\d+)?)_(clk|cur_clk|max_clk)$/i;

/** Rows of CSV as records; null for a row that does not fit its heading. */
export interface CsvRecords {
  readonly records: readonly (JsonObject | null)[];
}

/**
 * Records of `amd-smi metric --csv` and `amd-smi monitor --csv`, watched or not. A line that begins with `gpu` or
 * `timestamp,gpu` is a heading; lines before the first are ignored, and a blank line ends a table.
 */
export function readAmdSmiCsv(text: string): CsvRecords {
  const records: (JsonObject | null)[] = [];
  let heading: string[] | null = null;
  for (const line of text.split('\n')) {
    if (line.trim() === '') heading = null;
    else if (HEADER.test(line)) heading = splitCsvLine(line).map((name) => name.toLowerCase());
    else if (heading !== null) records.push(recordOf(heading, splitCsvLine(line)));
  }
  return { records };
}

function recordOf(heading: readonly string[], cells: readonly string[]): JsonObject | null {
  if (cells.length !== heading.length) return null;
  const row = new Map(heading.map((name, column) => [name, cells[column] ?? '']));
  // `mem` is a temperature in the table of `metric`, and a share of time in that of `monitor`.
  return row.has('gfx_activity') || row.has('edge') ? nestMetric(row) : Object.fromEntries(row);
}

/** The row in the nested form of JSON. */
function nestMetric(row: ReadonlyMap<string, string>): JsonObject {
  const clock: Record<string, Record<string, string>> = {};
  for (const [name, cell] of row) {
    const found = CLOCK_COLUMN.exec(name);
    if (found === null) continue;
    const [, domain = '', field = ''] = found;
    clock[domain] = { ...clock[domain], [field]: cell };
  }
  const sections = Object.entries(METRIC_SECTIONS).map(([section, names]): [string, JsonObject] => [
    section,
    Object.fromEntries(names.flatMap((name) => (row.has(name) ? [[name, row.get(name)]] : []))),
  ]);
  return { gpu: row.get('gpu'), timestamp: row.get('timestamp'), clock, ...Object.fromEntries(sections) };
}
