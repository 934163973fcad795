import fs from 'node:fs';
import path from 'node:path';
import { RocpdError } from '../errors.js';
import { toRocpdError } from '../sqlite/to-rocpd-error.js';
import { matchesWildcard } from './matches-wildcard.js';
import { readPackageFiles } from './package-index.js';
import { showName } from './show-name.js';

/** A file to open. */
export interface Candidate {
  /** Path as given, or as found in a folder that was given. */
  readonly path: string;
  /** The same, absolute, links resolved. */
  readonly realPath: string;
  readonly sizeBytes: number;
  /** True if the file was found in a folder: a database of another program there is no mistake of the caller. */
  readonly isFound: boolean;
}

export interface FoundFiles {
  readonly candidates: readonly Candidate[];
  readonly searchedFolders: readonly string[];
  /** Paths that name a file named before. */
  readonly repeated: readonly string[];
}

/** Recorders write `<folder>/<pass>/<host>/<pid>_results.db`; nothing is looked for below that. */
const MAX_DEPTH = 4;
const MAX_ENTRIES = 100_000;
const TRACE_NAME = /\.(db|rpd)$/i;

/**
 * Turns the paths of a caller into files: a folder stands for the traces in it, a package (`index.yaml`) for those it
 * lists, a name with `*` or `?` for what it matches. Each file is taken once.
 */
export function findTraceFiles(paths: readonly string[]): FoundFiles {
  if (paths.length === 0)
    throw new RocpdError('INVALID_ARGUMENT', 'no trace was named; give at least one file or folder');
  const candidates = new Map<string, Candidate>();
  const searchedFolders: string[] = [];
  const repeated: string[] = [];
  const add = (file: string, isFound: boolean): void => {
    const candidate = toCandidate(file, isFound);
    if (candidates.has(candidate.realPath)) repeated.push(file);
    else candidates.set(candidate.realPath, candidate);
  };
  for (const given of paths) {
    for (const item of expandWildcards(given)) {
      const stats = statOf(item);
      if (stats.isDirectory()) {
        searchedFolders.push(item);
        for (const file of filesOfFolder(item)) add(file, true);
      } else if (/\.ya?ml$/i.test(item)) for (const file of filesOfPackage(item)) add(file, false);
      else add(item, false);
    }
  }
  return { candidates: [...candidates.values()], searchedFolders, repeated };
}

function toCandidate(file: string, isFound: boolean): Candidate {
  const stats = statOf(file);
  const name = showName(path.basename(file));
  if (!stats.isFile())
    throw new RocpdError(
      'NOT_A_TRACE',
      `${name}: neither a file nor a folder (a device, pipe or socket); give the trace file itself`,
      { path: file },
    );
  return { path: file, realPath: fs.realpathSync(file), sizeBytes: stats.size, isFound };
}

function statOf(file: string): fs.Stats {
  try {
    return fs.statSync(file);
  } catch (error) {
    if (file === '' || file.includes('\0'))
      throw new RocpdError(
        'INVALID_ARGUMENT',
        'an empty path, or one with a zero character, names no file',
        { path: file },
        { cause: error },
      );
    throw toRocpdError(error, file);
  }
}

function filesOfFolder(folder: string): string[] {
  const index = path.join(folder, 'index.yaml');
  if (fs.existsSync(index)) {
    const listed = filesOfPackage(index);
    if (listed.length > 0) return listed;
  }
  const found: string[] = [];
  searchFolder(folder, 0, found, { entries: 0 });
  if (found.length === 0)
    throw new RocpdError(
      'NOT_FOUND',
      `${showName(path.basename(path.resolve(folder)))}: no traces (*.db, *.rpd) in this folder or the ${MAX_DEPTH} levels below; give the folder that rocprofv3 wrote to`,
      { path: folder },
    );
  return found;
}

/** Collects trace files in order of their paths. Links to folders are not followed, so there are no circles. */
function searchFolder(folder: string, depth: number, found: string[], seen: { entries: number }): void {
  const entries = listFolder(folder, depth === 0).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    seen.entries += 1;
    if (seen.entries > MAX_ENTRIES)
      throw new RocpdError(
        'INVALID_ARGUMENT',
        `${showName(path.basename(folder))}: more than ${MAX_ENTRIES} entries to search; give the folder of the traces itself`,
        { path: folder },
      );
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && depth < MAX_DEPTH) searchFolder(full, depth + 1, found, seen);
    else if (TRACE_NAME.test(entry.name) && (entry.isFile() || (entry.isSymbolicLink() && isFile(full))))
      found.push(full);
  }
}

function listFolder(folder: string, isGiven: boolean): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isGiven) throw toRocpdError(error, folder);
    return [];
  }
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** The files that a package lists. Only files of the package itself are opened: the list may come from anyone. */
function filesOfPackage(index: string): string[] {
  const folder = path.dirname(index);
  let text: string;
  try {
    text = fs.statSync(index).size <= 1 << 20 ? fs.readFileSync(index, 'utf8') : '';
  } catch (error) {
    throw toRocpdError(error, index);
  }
  const files = readPackageFiles(text).flatMap((entry) => {
    const full = path.resolve(folder, entry);
    if (path.relative(path.resolve(folder), full).startsWith('..') || path.isAbsolute(entry))
      throw new RocpdError(
        'INVALID_ARGUMENT',
        `${showName(path.basename(folder))}: index.yaml names files outside of the package; open those files by their own paths`,
        { path: index },
      );
    return expandWildcards(path.join(folder, entry));
  });
  if (files.length === 0 && path.basename(index) !== 'index.yaml')
    throw new RocpdError(
      'NOT_A_TRACE',
      `${showName(path.basename(index))}: a YAML file that lists no rocpd files; give the trace itself`,
      { path: index },
    );
  return files;
}

/** A path whose last part has `*` or `?`, as the existing paths that match it, sorted; any other path as it is. */
function expandWildcards(given: string): string[] {
  const pattern = path.basename(given);
  if (!/[*?]/.test(pattern) || fs.existsSync(given)) return [given];
  const folder = path.dirname(given);
  const names = listFolder(folder, true)
    .map(({ name }) => name)
    .filter((name) => matchesWildcard(name, pattern))
    .sort();
  if (names.length === 0)
    throw new RocpdError('NOT_FOUND', `${showName(pattern)}: nothing matches; check the path`, { path: given });
  return names.map((name) => path.join(folder, name));
}
