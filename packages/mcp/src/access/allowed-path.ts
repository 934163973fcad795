import { ToolError } from '@perfxpert/agents/tools';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { notFound, outsideRoot } from './access-error.js';
import { isBelow } from './is-below.js';
import type { Roots } from './is-below.js';

const MAX_PATH = 4096;

/**
 * The canonical path of a file or folder that a caller names: links are resolved before it is compared with the roots.
 * A relative path is looked for below each root in turn. A name with `*` or `?` stays a pattern, in its canonical
 * folder.
 *
 * @throws ToolError OUTSIDE_ROOT, whether it exists or not; NOT_FOUND below a root; INVALID_ARGUMENT
 */
export function allowedPath(field: string, given: string, roots: Roots): string {
  const file = plainPath(given);
  if (file === null) throw notAPath(field, given);
  const candidates = path.isAbsolute(file) ? [path.normalize(file)] : roots.map((root) => path.resolve(root, file));
  let isInside = false;
  for (const candidate of candidates) {
    const real = realPath(candidate);
    if (real !== null) {
      if (isBelow(real, roots)) return real;
      continue;
    }
    const folder = existingPart(candidate);
    if (!isBelow(folder, roots)) continue;
    isInside = true;
    const name = path.basename(candidate);
    if (/[*?]/.test(name) && realPath(path.dirname(candidate)) !== null) return path.join(folder, name);
  }
  throw isInside ? notFound(field, given, roots) : outsideRoot(field, given, roots);
}

/** Whether a path that may not exist leads to a place below a root, links resolved. */
export function leadsBelow(file: string, roots: Roots): boolean {
  return isBelow(realPath(file) ?? existingPart(file), roots);
}

/** The path that a caller means, who may write it as a `file:` URL; null for what names none. */
function plainPath(given: string): string | null {
  if (given === '' || given.length > MAX_PATH) return null;
  try {
    const file = given.startsWith('file:') ? fileURLToPath(given) : given;
    return file.includes('\0') ? null : file;
  } catch {
    return null;
  }
}

function notAPath(field: string, given: string): ToolError {
  const expected = `a path of 1 to ${MAX_PATH} characters without a zero character, or its file: URL`;
  return new ToolError('INVALID_ARGUMENT', `${field} must be ${expected}.`, {
    field,
    expected,
    got: `${given.length} characters`,
  });
}

function realPath(file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    // What may not be looked at is as good as absent.
    return null;
  }
}

/** The deepest folder on the way to a path that exists, links resolved. */
function existingPart(file: string): string {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const real = realPath(folder);
    if (real !== null) return real;
    if (folder === path.dirname(folder)) return folder;
  }
}
