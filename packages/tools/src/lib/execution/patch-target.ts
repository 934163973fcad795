import { confine, confineFile, requireNotGit, requireRoot } from '../safety/confine-path.js';
import { invalidArgument } from '../../tool/invalid-argument.js';
import type { ProjectFiles } from '../../tool/project-files.js';

const BACKUP_SUFFIX = '.bak';

/** A file of a project that a patch replaces, and where its original content is kept meanwhile. */
export interface PatchTarget {
  readonly target: string;
  readonly backup: string;
  readonly hasBackup: boolean;
}

/**
 * The canonical path of a file to patch and of its backup beside it. A file that is gone can be patched no more, but
 * brought back (`mayBeMissing`).
 *
 * @throws ToolError OUTSIDE_ROOT, NOT_FOUND without such a file, INVALID_ARGUMENT for a folder, a backup, a file in
 * `.git`, or when something else than a file lies where the backup belongs
 */
export async function patchTarget(
  files: ProjectFiles,
  projectRoot: string,
  path: string,
  mayBeMissing = false,
): Promise<PatchTarget> {
  const root = await requireRoot(files, projectRoot);
  const confined = await confine(files, root, path, 'rel_path');
  const isMissing = mayBeMissing && (await files.kindOf(confined)) === null;
  const target = isMissing ? confined : await confineFile(files, root, path, 'rel_path');
  requireNotGit(root, target, 'rel_path');
  if (target.endsWith(BACKUP_SUFFIX)) throw invalidArgument('rel_path', 'a file that is no backup', path);
  const backup = target + BACKUP_SUFFIX;
  const kind = await files.kindOf(backup);
  if (kind !== null && kind !== 'file') throw invalidArgument('rel_path', 'a file with room for its backup', path);
  return { target, backup, hasBackup: kind === 'file' };
}
