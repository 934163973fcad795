import { PATH_FIELDS } from '../list/path-fields.js';
import { allowedPath } from './allowed-path.js';
import type { Roots } from './is-below.js';
import { checkFolder } from './check-folder.js';

/** Folders whose links are never followed. */
const UNLINKED: ReadonlySet<string> = new Set(['att_dir', 'path', 'source_dir']);

/**
 * The input of a tool with every path in it canonical and below the roots. Whatever else is wrong with it is left to
 * the schema of the tool.
 *
 * @throws ToolError as `allowedPath`
 */
export function allowedInput(input: unknown, roots: Roots): unknown {
  if (Array.isArray(input)) return input.map((item: unknown) => allowedInput(item, roots));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      PATH_FIELDS.has(key) ? allowedPaths(key, value, roots) : allowedInput(value, roots),
    ]),
  );
}

function allowedPaths(field: string, value: unknown, roots: Roots): unknown {
  if (typeof value === 'string') {
    const file = allowedPath(field, value, roots);
    if (!UNLINKED.has(field)) checkFolder(field, file, roots);
    return file;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => allowedPaths(field, item, roots));
  return value;
}
