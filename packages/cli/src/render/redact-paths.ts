import type { Report } from '@perfxpert/agents';

/** An absolute path within a text: of two parts at least, behind a space, a quote, `=`, `:` or nothing. */
const PATH = /(?<=^|[\s"'=:(])(?:[A-Za-z]:)?(?:[\\/][^\s"'\\/:()]+){2,}[\\/]?/g;
/** The home folder of a user, wherever it stands. */
const HOME = /(?:\/home|\/Users|[A-Za-z]:\\Users)[\\/][^\s"'\\/]+/g;

/**
 * A copy of a report that can be given away: of absolute paths of files, folders and programs only the last part is
 * left, and home folders are `~`. Commands to run and source places within a folder stay as they are.
 */
export function redactPaths(report: Report): Report {
  const known = knownPaths(report).sort((left, right) => right.length - left.length);
  const everywhere = (text: string): string => {
    let redacted = text;
    for (const path of known) redacted = redacted.replaceAll(path, lastPart(path));
    return redacted.replace(HOME, '~');
  };
  // The copy has the shape of its source.
  const copy = mapStrings(report, everywhere) as Report;
  const commands = report.metadata.processes.map(({ command }) =>
    command === null ? null : everywhere(command.replace(PATH, lastPart)),
  );
  const processes = copy.metadata.processes.map((process, index) => ({ ...process, command: commands[index] ?? null }));
  return { ...copy, metadata: { ...copy.metadata, processes } };
}

/** Absolute paths that a report names as such. */
function knownPaths({ metadata, att_trace: att, tier0_findings: sources, trace_diff: diff }: Report): string[] {
  const sides = diff === undefined ? [] : [diff.baseline_db, diff.new_db].flat(2);
  const paths = [
    metadata.database_file,
    ...metadata.inputs.map(({ path }) => path),
    att?.directory ?? null,
    sources?.source_dir ?? null,
    ...sides,
  ];
  return [...new Set(paths)].filter((path) => path !== null).filter((path) => /^([A-Za-z]:)?[\\/]./.test(path));
}

function lastPart(path: string): string {
  return (
    path
      .replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? path
  );
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapStrings(entry, change)]));
}
