/**
 * The `files` entries of a rocpd package's `index.yaml`:
 *
 *     rocprofiler-sdk:
 *       rocpd:
 *         rocpd_package_version: "1.0"
 *         files: [rank0.db, rank1.db]      # or one name, or a list of `- name` lines
 *
 * Reads this shape of YAML only; an empty list means that the text has another one.
 */
export function readPackageFiles(text: string): string[] {
  if (!/^["']?rocprofiler-sdk["']?\s*:/m.test(text)) return [];
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => /^\s*["']?files["']?\s*:/.test(line));
  const line = lines[at];
  if (line === undefined) return [];
  const inline = stripComment(line.slice(line.indexOf(':') + 1)).trim();
  if (inline.startsWith('[')) return splitFlow(inline);
  if (inline !== '') return [unquote(inline)];
  const entries: string[] = [];
  for (const next of lines.slice(at + 1)) {
    const match = /^\s*-\s+(.*)$/.exec(next);
    if (match !== null) entries.push(unquote(stripComment(match[1] ?? '').trim()));
    else if (next.trim() !== '' && !/^\s*#/.test(next)) break;
  }
  return entries.filter((entry) => entry !== '');
}

function splitFlow(list: string): string[] {
  const inner = list.replace(/^\[/, '').replace(/\]$/, '');
  return [...inner.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s,"'][^,]*)/g)]
    .map(([, double, single, plain]) => double ?? single ?? plain?.trim() ?? '')
    .filter((entry) => entry !== '');
}

function stripComment(text: string): string {
  return /["']/.test(text) ? text : text.replace(/\s#.*$/, '');
}

function unquote(text: string): string {
  const match = /^(["'])(.*)\1$/.exec(text);
  return match?.[2] ?? text;
}
