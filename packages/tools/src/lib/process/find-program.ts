import { delimiter, join, resolve } from 'node:path';
import type { ProjectFiles } from '../../tool/project-files.js';

/**
 * Absolute path of a program as a command names it: a bare name is looked for in the folders of `searchPath`, in order;
 * anything with a slash is a path from `folder`. Null when there is no such file or it may not be executed.
 */
export async function findProgram(
  files: ProjectFiles,
  command: string,
  searchPath: string,
  folder: string,
): Promise<string | null> {
  if (command === '' || command.includes('\0')) return null;
  const candidates = command.includes('/')
    ? [resolve(folder, command)]
    : searchPath.split(delimiter).map((entry) => join(entry, command));
  for (const candidate of candidates) if (await files.isExecutable(candidate)) return candidate;
  return null;
}
