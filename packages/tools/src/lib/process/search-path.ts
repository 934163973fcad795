import { delimiter, isAbsolute, normalize } from 'node:path';
import type { ProjectFiles } from '../../tool/project-files.js';

/** Folders that only an administrator writes to; programs are looked for here in the end. */
export const SYSTEM_PROGRAM_FOLDERS = [
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  '/opt/rocm/bin',
] as const;
/** Where ROCm installs itself: `/opt/rocm` and, beside it, one folder per release (`/opt/rocm-6.4.1`). */
const ROCM_FOLDER = /^\/opt\/rocm(?:-[0-9][0-9a-z.-]*)?(?:\/|$)/;

/** What a search path is made from. */
export interface SearchPathSources {
  /** The PATH to choose from. */
  readonly inherited: string | undefined;
  /** Folders whose `bin` is searched as well, as far as it is trusted: ROCM_PATH, HIP_PATH. */
  readonly roots: readonly (string | undefined)[];
  /** Home folder of which programs are trusted, if any. */
  readonly trustedHome: string | undefined;
}

/**
 * A PATH of trusted folders only: of the inherited entries and then of the `bin` of each root those that are absolute,
 * exist, and lie in a folder that only an administrator writes to (or in the trusted home), then the system's own
 * folders. No entry twice. The current folder and relative entries never count.
 */
export async function rebuildSearchPath(files: ProjectFiles, sources: SearchPathSources): Promise<string> {
  const inherited = (sources.inherited ?? '').split(delimiter);
  const ofRoots = sources.roots.flatMap((root) => (root === undefined || root === '' ? [] : [`${root}/bin`]));
  const folders = new Set<string>();
  for (const entry of [...inherited, ...ofRoots]) {
    const folder = withoutTrailingSlash(normalize(entry));
    if (isAbsolute(entry) && isTrustedFolder(folder, sources.trustedHome) && (await isFolder(files, folder)))
      folders.add(folder);
  }
  for (const folder of SYSTEM_PROGRAM_FOLDERS) folders.add(folder);
  return [...folders].join(delimiter);
}

function isTrustedFolder(folder: string, trustedHome: string | undefined): boolean {
  // A home of "/" would make every folder trusted.
  const home = trustedHome === undefined ? '/' : withoutTrailingSlash(normalize(trustedHome));
  if (isAbsolute(home) && home !== '/' && isAtOrBelow(home, folder)) return true;
  return ROCM_FOLDER.test(folder) || SYSTEM_PROGRAM_FOLDERS.some((system) => isAtOrBelow(system, folder));
}

function isAtOrBelow(root: string, folder: string): boolean {
  return folder === root || folder.startsWith(`${root}/`);
}

async function isFolder(files: ProjectFiles, folder: string): Promise<boolean> {
  const real = await files.realPath(folder).catch(() => null);
  return real !== null && (await files.kindOf(real)) === 'directory';
}

function withoutTrailingSlash(folder: string): string {
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
}
