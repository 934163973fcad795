import { ToolError } from '@perfxpert/agents/tools';
import path from 'node:path';
import { cleanName } from '../view/clean-text.js';
import type { Roots } from './is-below.js';

const MAX_SHOWN = 200;
const MAX_ROOTS = 8;

/** A path that leads out of what this server may read. It says nothing about whether the path exists. */
export function outsideRoot(field: string, given: string, roots: Roots): ToolError {
  return new ToolError(
    'OUTSIDE_ROOT',
    `${field}: ${shown(given)} leads out of the folders that this server may read${below(roots)}, links resolved; give a path below them, or start the server with --root.`,
    { field, roots: rootsShown(roots) },
  );
}

/** A path below the roots that does not exist. */
export function notFound(field: string, given: string, roots: Roots): ToolError {
  const where = path.isAbsolute(given) ? '' : ` below the roots${below(roots)}`;
  return new ToolError('NOT_FOUND', `${field}: ${shown(given)}: no such file or folder${where}; check the path.`, {
    field,
    ...(where === '' ? {} : { roots: rootsShown(roots) }),
  });
}

/** As the caller gave it: a name alone would hide what is wrong with the path. */
function shown(given: string): string {
  return JSON.stringify(cleanName(given, MAX_SHOWN));
}

function below(roots: Roots): string {
  const [first] = roots;
  if (first === undefined) return ' (none)';
  return roots.length === 1 ? ` (${shown(first)})` : '';
}

function rootsShown(roots: Roots): readonly string[] {
  return roots.slice(0, MAX_ROOTS).map((root) => cleanName(root, MAX_SHOWN));
}
