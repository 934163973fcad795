import { ConfigError } from './config-error.js';

/** A table of a TOML file: its lines from the header to the one before the next header. */
interface TableRange {
  readonly from: number;
  readonly to: number;
}

/** The text of a table; null where there is none. @throws ConfigError */
export function readToml(text: string, container: string, name: string): string | null {
  const lines = text.split('\n');
  const range = tableRange(lines, container, name);
  return range === null ? null : lines.slice(range.from, range.to).join('\n').trim();
}

/**
 * The text with a table replaced, added at the end, or taken out (null). Nothing outside of that table changes.
 *
 * @throws ConfigError for a file that has the table in another notation
 */
export function editToml(text: string, container: string, name: string, table: string | null): string {
  const isCrlf = /\r\n/.test(text) && !/(^|[^\r])\n/.test(text);
  if (isCrlf) return editToml(text.replaceAll('\r\n', '\n'), container, name, table).replaceAll('\n', '\r\n');
  const lines = text.split('\n');
  const range = tableRange(lines, container, name);
  if (range === null) {
    if (table === null) return text;
    const before = text.trimEnd();
    return `${before === '' ? '' : `${before}\n\n`}${table}\n`;
  }
  const before = lines.slice(0, range.from).join('\n').trimEnd();
  const after = lines.slice(range.to).join('\n').trimStart();
  return [before, table ?? '', after]
    .filter((part) => part !== '')
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** A table of a program to start, as TOML. */
export function tomlTable(container: string, name: string, entry: Readonly<Record<string, unknown>>): string {
  // Strings and lists of strings are written alike in JSON and in TOML.
  const fields = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [`[${container}.${name}]`, ...fields].join('\n');
}

function tableRange(lines: readonly string[], container: string, name: string): TableRange | null {
  const own = new RegExp(`^\\s*\\[\\s*${container}\\s*\\.\\s*"?${name}"?\\s*(\\.[^\\]]*)?\\]`);
  const other = new RegExp(`^\\s*(${container}\\s*=|${container}\\s*\\.\\s*"?${name}"?\\s*[.=])`);
  let from = -1;
  let to = -1;
  let quotes: string | null = null;
  let isTop = true;
  for (const [index, line] of lines.entries()) {
    const isText = quotes !== null;
    quotes = openQuotes(line, quotes);
    if (isText) continue;
    if (isTop && other.test(line))
      throw new ConfigError(`the file sets ${container} in a notation that is not changed here; edit it by hand`);
    if (!/^\s*\[/.test(line)) continue;
    isTop = false;
    if (own.test(line)) {
      if (to >= 0) throw new ConfigError(`the file has the table ${container}.${name} twice; edit it by hand`);
      if (from < 0) from = index;
    } else if (from >= 0 && to < 0) to = index;
  }
  return from < 0 ? null : { from, to: to < 0 ? lines.length : to };
}

/** The quotes of a text of several lines that is open after a line; null for none. */
function openQuotes(line: string, open: string | null): string | null {
  let quotes = open;
  for (const [mark] of line.matchAll(/"""|'''/g)) quotes = quotes === null ? mark : quotes === mark ? null : quotes;
  return quotes;
}
