import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { invalidArgument } from '../../tool/invalid-argument.js';
import type { ProjectFiles } from '../../tool/project-files.js';
import { ToolError } from '../../tool/tool-errors.js';
import { outsideRoot, refusal } from './refusal.js';

/** Links followed one after the other before a path counts as leading nowhere. */
const MAX_LINKS = 40;

/**
 * The canonical path of a root folder.
 *
 * @throws ToolError NOT_FOUND when it does not exist, INVALID_ARGUMENT when it is no folder
 */
export async function requireRoot(files: ProjectFiles, root: string, field = 'project_root'): Promise<string> {
  requireNoNul(field, root);
  const canonical = await files.realPath(resolve(root));
  if (canonical === null) throw new ToolError('NOT_FOUND', `${field} does not exist.`, { field });
  if ((await files.kindOf(canonical)) !== 'directory') throw invalidArgument(field, 'a folder', root);
  return canonical;
}

/**
 * The canonical path of `path` when it is `root` or below it, links followed; null when it leads elsewhere. A relative
 * path counts from `root`, which is canonical itself. What it names need not exist, but a link that leads outside does
 * not get by because its target is missing.
 */
export async function confinedPath(files: ProjectFiles, root: string, path: string): Promise<string | null> {
  const canonical = await canonicalPath(files, resolve(root, path), MAX_LINKS);
  return canonical !== null && isInside(root, canonical) ? canonical : null;
}

/** As `confinedPath`. @throws ToolError OUTSIDE_ROOT for a path that leads elsewhere, INVALID_ARGUMENT for a NUL in it */
export async function confine(files: ProjectFiles, root: string, path: string, field: string): Promise<string> {
  requireNoNul(field, path);
  const confined = await confinedPath(files, root, path);
  if (confined === null) throw outsideRoot(field, path);
  return confined;
}

/** As `confine`, for a file that must exist. @throws ToolError also NOT_FOUND, INVALID_ARGUMENT for anything but a file */
export async function confineFile(files: ProjectFiles, root: string, path: string, field: string): Promise<string> {
  const confined = await confine(files, root, path, field);
  const kind = await files.kindOf(confined);
  if (kind === null) throw new ToolError('NOT_FOUND', `${field} names no file of the project.`, { field });
  if (kind !== 'file') throw invalidArgument(field, 'a file', path);
  return confined;
}

/**
 * Keeps the version history out of reach: a changed hook or configuration in `.git` would be run by the next command.
 *
 * @throws ToolError INVALID_ARGUMENT (refusal `protected_path`)
 */
export function requireNotGit(root: string, confined: string, field: string): void {
  if (relative(root, confined).split(sep).includes('.git'))
    throw refusal('protected_path', field, 'outside .git', relative(root, confined));
}

/** Whether a canonical path is a canonical folder or lies below it. */
export function isInside(root: string, path: string): boolean {
  const steps = relative(root, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

/** Follows links also where the last part does not exist; null when they do not end. */
async function canonicalPath(files: ProjectFiles, path: string, linksLeft: number): Promise<string | null> {
  if (linksLeft === 0) return null;
  const real = await files.realPath(path);
  if (real !== null) return real;
  if ((await files.kindOf(path)) === 'link') {
    const target = resolve(dirname(path), await files.readLink(path));
    return canonicalPath(files, target, linksLeft - 1);
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = await canonicalPath(files, parent, linksLeft);
  return folder === null ? null : join(folder, basename(path));
}

function requireNoNul(field: string, path: string): void {
  if (path.includes('\0')) throw refusal('shell_characters', field, 'a path without NUL characters', path);
}
