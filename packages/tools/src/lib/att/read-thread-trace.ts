import { dirname } from 'node:path';
import type { AttTrace } from '../../schemas/att-trace.js';
import { NODE_FOLDER_READER, entryPath } from '../../tool/folder-reader.js';
import type { FolderReader } from '../../tool/folder-reader.js';
import { throwIfAborted } from '../../tool/throw-if-aborted.js';
import { isPerfXpertError } from '../../tool/tool-errors.js';
import { analyzeThreadTrace } from './analyze-thread-trace.js';
import type { StatsFileText, ThreadTraceFolder } from './analyze-thread-trace.js';

const STATS_FILE = /^stats_.*\.csv$/i;
/** Larger files are left out and named: rocprofv3 writes one row per instruction, a few thousand. */
const MAX_FILE_BYTES = 64 << 20;
const MAX_FILES = 1000;
const MAX_ENTRIES = 20_000;
/** Folders one level down that are looked into. */
const MAX_FOLDERS = 200;

export interface ThreadTraceOptions {
  /** Names of the trace's kernels, to link the traced ones to. */
  readonly kernelNames?: readonly string[];
  readonly reader?: FolderReader;
  readonly signal?: AbortSignal;
}

/**
 * Reads the `stats_*.csv` files of `rocprofv3 --att` in a folder, or, where it has none, in the folders in it. A folder
 * that is missing or holds no such files is an answer with a reason, not an error. Links are not followed.
 *
 * @throws ToolError CANCELLED
 */
export async function readThreadTrace(directory: string, options: ThreadTraceOptions = {}): Promise<AttTrace> {
  const folder = await readFolder(directory, false, options);
  return analyzeThreadTrace(folder, options.kernelNames);
}

/**
 * Looks for a thread trace beside the files of a trace, or one folder down; taken only if one of its kernels is in the
 * trace. Null without one.
 *
 * @throws ToolError CANCELLED
 */
export async function discoverThreadTrace(
  tracePaths: readonly string[],
  options: ThreadTraceOptions = {},
): Promise<AttTrace | null> {
  const folders = [...new Set(tracePaths.map((path) => dirname(path)))];
  for (const directory of folders) {
    const found = await readFolder(directory, true, options);
    if (found.files.length === 0) continue;
    const att = analyzeThreadTrace(found, options.kernelNames);
    if (att.kernels.some((kernel) => kernel.trace_kernel !== null)) return att;
  }
  return null;
}

async function readFolder(
  directory: string,
  isDiscovered: boolean,
  options: ThreadTraceOptions,
): Promise<ThreadTraceFolder> {
  const { reader = NODE_FOLDER_READER } = options;
  const base = { directory, isDiscovered };
  let root: string;
  try {
    root = await reader.rootOf(directory);
  } catch (error) {
    if (!isPerfXpertError(error)) throw error;
    const reason = error.code === 'NOT_FOUND' ? 'the folder was not found' : 'the folder cannot be read';
    return { ...base, files: [], reason: error.code === 'INVALID_ARGUMENT' ? 'the path is no folder' : reason };
  }
  const names = await findFiles(root, reader);
  if (typeof names === 'string') return { ...base, files: [], reason: names };
  const files: StatsFileText[] = [];
  for (const csvFile of names) {
    throwIfAborted(options.signal, 'analysis');
    files.push({ csvFile, text: await reader.readText(entryPath(root, csvFile), MAX_FILE_BYTES) });
  }
  return { ...base, files, reason: files.length > 0 ? null : 'it holds no stats_*.csv files of rocprofv3 --att' };
}

/** Files in the folder, or those one level down; relative paths in rising order. */
async function findFiles(root: string, reader: FolderReader): Promise<string[] | string> {
  const listing = await reader.list(root, MAX_ENTRIES);
  if ('reason' in listing) return `the folder ${listing.reason}`;
  const own = listing.entries.filter(({ name, kind }) => kind === 'file' && STATS_FILE.test(name));
  if (own.length > 0) return own.slice(0, MAX_FILES).map(({ name }) => name);
  const nested: string[] = [];
  for (const { name } of listing.entries.filter(({ kind }) => kind === 'directory').slice(0, MAX_FOLDERS)) {
    const inner = await reader.list(entryPath(root, name), MAX_ENTRIES);
    if ('reason' in inner) continue;
    for (const entry of inner.entries)
      if (entry.kind === 'file' && STATS_FILE.test(entry.name)) nested.push(`${name}/${entry.name}`);
  }
  return nested.slice(0, MAX_FILES);
}
