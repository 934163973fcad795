/** What stands in the place of an absolute path. */
export const PATH_MARK = '[REDACTED]';
/** What stands in the place of a path that climbs out of its folder, and of the value of a path field. */
export const KEYED_PATH_MARK = '[REDACTED_PATH]';

/** What may stand before a path: the start, white space, an opening or separating sign, or a compiler flag such as -I. */
const BEFORE = String.raw`(?<=^|[\s([{<"'\`=:,;|>@]|(?:^|\s)-[A-Za-z])`;
/** A path ends before these. */
const PART = String.raw`[^\s)\]}"'\`,;>/\\]`;
const TAIL = String.raw`[^\s)\]}"'\`,;>]`;

/** A path inside quotes runs to the closing quote, spaces included. */
const QUOTED = /(["'`])(?:file:\/\/\/?|~\/|\/|[A-Za-z]:[\\/]|\\\\)[^"'`\r\n]{0,4096}\1/g;
const FILE_URL = new RegExp(String.raw`\bfile:\/\/${TAIL}+`, 'gi');
const HOME = new RegExp(String.raw`${BEFORE}~[A-Za-z0-9_.-]*\/${TAIL}*`, 'g');
const DRIVE = new RegExp(String.raw`${BEFORE}[A-Za-z]:[\\/](?![\\/])${TAIL}*`, 'g');
const SHARE = new RegExp(String.raw`${BEFORE}\\\\${PART}+\\${TAIL}*`, 'g');
/** Two or more segments; a single one may be a division or a route. */
const POSIX = new RegExp(String.raw`${BEFORE}\/${PART}+\/${TAIL}*`, 'g');
const CLIMB = new RegExp(String.raw`(?:\.\.[\\/])+${TAIL}+`, 'g');
/** Folders of people, wherever they stand in a text and however short the rest is. */
const PEOPLE = new RegExp(
  String.raw`(?<![A-Za-z0-9_.])\/(?:home|root|Users)\/${TAIL}+|${BEFORE}\/(?:root|home)\b`,
  'g',
);

/**
 * Text with every absolute path replaced by `[REDACTED]` and every path that climbs out (`../x`) by `[REDACTED_PATH]`.
 * Relative paths, C++ names (`a::b`, `operator/`), routes of one segment and web addresses stay.
 */
export function redactPaths(text: string): string {
  if (!/[/\\]/.test(text)) return text;
  return text
    .replace(QUOTED, (all: string, quote: string) => (isPathInQuotes(all) ? `${quote}${PATH_MARK}${quote}` : all))
    .replace(FILE_URL, PATH_MARK)
    .replace(HOME, PATH_MARK)
    .replace(DRIVE, PATH_MARK)
    .replace(SHARE, PATH_MARK)
    .replace(POSIX, PATH_MARK)
    .replace(PEOPLE, PATH_MARK)
    .replace(CLIMB, KEYED_PATH_MARK);
}

/** Quotes may also hold a route ("/v1") or a lone sign; only what looks like two segments or a home folder is a path. */
function isPathInQuotes(quoted: string): boolean {
  const inner = quoted.slice(1, -1);
  return /^(?:file:|~\/|[A-Za-z]:[\\/]|\\\\)/.test(inner) || /^\/[^/]+\/./.test(inner);
}

const PATH_KEYS = new Set([
  'att_dir',
  'baseline_db',
  'database_path',
  'db_path',
  'new_db',
  'project_root',
  'source_dir',
]);

/** True for the field names whose value is a path: a fixed list, and all that end in `_path` or `_dir`. */
export function isPathKey(key: string): boolean {
  return PATH_KEYS.has(key) || key.endsWith('_path') || key.endsWith('_dir');
}
