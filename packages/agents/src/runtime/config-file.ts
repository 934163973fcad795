/** Fields of the config file; anything else in it makes the whole file invalid. */
export const CONFIG_FIELDS = [
  'provider',
  'model',
  'max_tokens',
  'airgap',
  'regression_threshold_pct',
  'hot_kernel_coverage_pct',
  'agent_creativity',
] as const;

export type ConfigField = (typeof CONFIG_FIELDS)[number];

/** A config file as read: its fields as texts, or why none of it counts. */
export interface ConfigFile {
  readonly fields: Readonly<Partial<Record<ConfigField, string>>>;
  /** Line and reason; null where the file can be used. */
  readonly problem: string | null;
}

/**
 * Reads the text of a config file: one `field: value` per line (flat YAML), values plain or in quotes, comments from `#`.
 * Null, `~` and an empty value leave a field unset.
 */
export function parseConfigFile(text: string): ConfigFile {
  const fields: Partial<Record<ConfigField, string>> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#') || bare === '---' || bare === '{}') continue;
    const match = /^([A-Za-z_]+)\s*:(?:\s+(.*))?$/.exec(line.trimEnd());
    const name = CONFIG_FIELDS.find((field) => field === match?.[1]);
    const value = scalar(match?.[2] ?? '');
    if (match === null || value === null) return broken(index, 'is no "field: value"');
    if (name === undefined) return broken(index, `names no field; known are ${CONFIG_FIELDS.join(', ')}`);
    if (value !== '') fields[name] = value;
  }
  return { fields, problem: null };
}

function broken(index: number, reason: string): ConfigFile {
  return { fields: {}, problem: `line ${index + 1} ${reason}` };
}

/** A plain or quoted value without its comment; null for lists, maps and quotes that do not close. */
function scalar(text: string): string | null {
  const trimmed = text.trim();
  const double = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(trimmed);
  if (double !== null) return (double[1] ?? '').replace(/\\(.)/g, '$1');
  const single = /^'((?:[^']|'')*)'\s*(?:#.*)?$/.exec(trimmed);
  if (single !== null) return (single[1] ?? '').replaceAll("''", "'");
  const plain = trimmed.replace(/(?:^|\s)#.*$/, '').trim();
  if (/^["'[{&*!|>%@`]/.test(plain)) return null;
  return plain === 'null' || plain === '~' ? '' : plain;
}
