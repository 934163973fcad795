import { entryPath } from '../../tool/folder-reader.js';
import type { FolderReader } from '../../tool/folder-reader.js';
import { scannerOf } from './source-languages.js';

/** Folders that hold no source of the project: version control, build output, caches, code of others. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  '_build',
  'build',
  '__pycache__',
  'node_modules',
  'CMakeFiles',
  'dist',
  'vendor',
  'third_party',
  'thirdparty',
  'extern',
]);
const MAX_DEPTH = 64;
/** Entries of folders looked at, all together. */
const MAX_ENTRIES = 200_000;

export interface SourceFiles {
  /** Relative paths with `/`, by folder, files before folders, names in rising order; at most the limit. */
  readonly files: readonly string[];
  /** Source files beyond the limit. */
  readonly beyondLimit: number;
  readonly links: number;
  readonly unreadableFolders: number;
  /** True where a limit left out files or folders. */
  readonly isTruncated: boolean;
}

/** The source files below a canonical folder, in an order that depends on names only. Links are counted, not followed. */
export async function walkSources(root: string, maxFiles: number, reader: FolderReader): Promise<SourceFiles> {
  const files: string[] = [];
  let beyondLimit = 0;
  let links = 0;
  let unreadableFolders = 0;
  let isTruncated = false;
  let entriesLeft = MAX_ENTRIES;
  const pending: { path: string; depth: number }[] = [{ path: '', depth: 0 }];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const listing = await reader.list(folder.path === '' ? root : entryPath(root, folder.path), entriesLeft);
    if ('reason' in listing) {
      unreadableFolders++;
      continue;
    }
    entriesLeft -= listing.entries.length;
    if (listing.isCut) isTruncated = true;
    const folders: string[] = [];
    for (const { name, kind } of listing.entries) {
      const path = folder.path === '' ? name : `${folder.path}/${name}`;
      if (kind === 'link') links++;
      else if (kind === 'directory') folders.push(path);
      else if (kind === 'file' && scannerOf(name) !== null) {
        if (files.length < maxFiles) files.push(path);
        else beyondLimit++;
      }
    }
    const kept = folders.filter((path) => isScannedFolder(path.slice(path.lastIndexOf('/') + 1)));
    if (folder.depth >= MAX_DEPTH && kept.length > 0) isTruncated = true;
    else for (const path of kept.reverse()) pending.push({ path, depth: folder.depth + 1 });
  }
  return { files, beyondLimit, links, unreadableFolders, isTruncated: isTruncated || beyondLimit > 0 };
}

function isScannedFolder(name: string): boolean {
  return !name.startsWith('.') && !SKIPPED_FOLDERS.has(name);
}
