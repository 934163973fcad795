import type { ConfigField } from './config-file.js';

/** A value that needs no quotes in the config file. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9_.:/+-]*$/;

/**
 * The text of a config file with one field set, or without it (null). Comments, order and all other lines stay; a new
 * field comes last.
 */
export function editConfigFile(text: string, field: ConfigField, value: string | null): string {
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  const isOfField = (line: string) => new RegExp(`^\\s*${field}\\s*:`).test(line);
  const at = lines.findIndex(isOfField);
  // Of several lines of one field the last counts; one is enough.
  const others = lines.filter((line, index) => !isOfField(line) || (value !== null && index === at));
  if (value !== null) {
    const line = `${field}: ${quote(value)}`;
    if (at < 0) others.push(line);
    else others[others.findIndex(isOfField)] = line;
  }
  return others.length === 0 ? '' : `${others.join('\n')}\n`;
}

function quote(value: string): string {
  return PLAIN.test(value) ? value : `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
