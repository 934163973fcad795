import { constants } from 'node:fs';
import { access, lstat, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemErrorCode } from './system-error-code.js';
import { ToolError, isPerfXpertError } from './tool-errors.js';

/** What lies at a path, links not followed. */
export type FileKind = 'file' | 'directory' | 'link' | 'other';

/** The files that tools of the class `execution` may touch. Paths are absolute and were confined by the caller. */
export interface ProjectFiles {
  /** Null when nothing is there, or when a part of the path is no folder. */
  kindOf(path: string): Promise<FileKind | null>;
  /** The canonical path, all links followed; null when it leads nowhere. */
  realPath(path: string): Promise<string | null>;
  /** What a link says, as it is written there. */
  readLink(path: string): Promise<string>;
  /** Whether this is a file that may be executed, links followed. */
  isExecutable(path: string): Promise<boolean>;
  /** The content of a file. @throws ToolError INVALID_ARGUMENT when it is larger than `maxBytes` */
  readBytes(path: string, maxBytes: number): Promise<Uint8Array>;
  /** Position of the first byte in which two files differ, the end of the shorter one included; null when equal. */
  firstDifference(left: string, right: string): Promise<number | null>;
  /**
   * Gives a file new content in one step: readers see the old bytes or the new ones, never a part. A link at the path
   * is replaced, not followed. The permissions are those of `likeFile`.
   */
  replaceFile(path: string, bytes: Uint8Array, likeFile: string): Promise<void>;
  /** Puts a file in the place of another, in one step. */
  moveFile(from: string, to: string): Promise<void>;
}

const COMPARED_CHUNK_BYTES = 1 << 20;
/** Names tried for the file that is written beside the target. */
const MAX_TEMPORARY_NAMES = 100;

/** Files of this machine. Every method raises ToolError NOT_FOUND, PERMISSION_DENIED or INVALID_ARGUMENT. */
export const NODE_PROJECT_FILES: ProjectFiles = {
  kindOf: async (path) => {
    const stats = await orNull(lstat(path));
    if (stats === null) return null;
    if (stats.isSymbolicLink()) return 'link';
    if (stats.isDirectory()) return 'directory';
    return stats.isFile() ? 'file' : 'other';
  },
  realPath: (path) => orNull(realpath(path)),
  readLink: (path) => explained(readlink(path)),
  isExecutable: async (path) => {
    const stats = await orNull(stat(path));
    if (stats === null || !stats.isFile()) return false;
    return access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
  },
  readBytes: (path, maxBytes) => withFile(path, constants.O_RDONLY, (file) => readAll(file, maxBytes)),
  firstDifference: (left, right) =>
    withFile(left, constants.O_RDONLY, (leftFile) =>
      withFile(right, constants.O_RDONLY, (rightFile) => findDifference(leftFile, rightFile)),
    ),
  replaceFile: async (path, bytes, likeFile) => {
    const { mode } = await explained(stat(likeFile));
    const temporary = await temporaryNameBeside(path);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    let isOurs = false;
    try {
      await withFile(temporary, flags, async (file) => {
        isOurs = true;
        await file.writeFile(bytes);
        await file.chmod(mode & 0o7777);
        await file.sync();
      });
      await explained(rename(temporary, path));
    } catch (error) {
      if (isOurs) await rm(temporary, { force: true });
      throw error;
    }
  },
  moveFile: (from, to) => explained(rename(from, to)),
};

/** A name in the folder of `path` that nothing has yet. */
async function temporaryNameBeside(path: string): Promise<string> {
  for (let attempt = 0; attempt < MAX_TEMPORARY_NAMES; attempt += 1) {
    const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${attempt}.tmp`);
    if ((await NODE_PROJECT_FILES.kindOf(temporary)) === null) return temporary;
  }
  throw new ToolError('PERMISSION_DENIED', 'Temporary files of earlier runs are in the way; remove them.', { path });
}

async function readAll(file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const { size } = await file.stat();
  if (size > maxBytes)
    throw new ToolError('INVALID_ARGUMENT', `The file is larger than ${maxBytes} bytes.`, {
      size,
      max_bytes: maxBytes,
    });
  return file.readFile();
}

async function findDifference(left: FileHandle, right: FileHandle): Promise<number | null> {
  const leftChunk = Buffer.alloc(COMPARED_CHUNK_BYTES);
  const rightChunk = Buffer.alloc(COMPARED_CHUNK_BYTES);
  for (let position = 0; ;) {
    const leftSize = await fill(left, leftChunk, position);
    const rightSize = await fill(right, rightChunk, position);
    const size = Math.min(leftSize, rightSize);
    if (!leftChunk.subarray(0, size).equals(rightChunk.subarray(0, size)))
      for (let index = 0; index < size; index += 1) if (leftChunk[index] !== rightChunk[index]) return position + index;
    if (leftSize !== rightSize) return position + size;
    if (size < COMPARED_CHUNK_BYTES) return null;
    position += size;
  }
}

/** Reads until the chunk is full or the file ends; returns the bytes read. */
async function fill(file: FileHandle, chunk: Buffer, position: number): Promise<number> {
  let size = 0;
  while (size < chunk.length) {
    const { bytesRead } = await file.read(chunk, size, chunk.length - size, position + size);
    if (bytesRead === 0) break;
    size += bytesRead;
  }
  return size;
}

async function withFile<T>(path: string, flags: number, use: (file: FileHandle) => Promise<T>): Promise<T> {
  // The caller's path is canonical: a link that appeared at its end since then is not followed, a pipe not waited for.
  const file = await explained(open(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600));
  try {
    return await explained(use(file));
  } finally {
    await file.close();
  }
}

async function orNull<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw explain(error);
  }
}

async function explained<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw explain(error);
  }
}

/** An error of the file system in our words; anything else as it is. */
function explain(error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === null || isPerfXpertError(error)) return error;
  const options = { cause: error };
  const details = { system_code: code };
  if (code === 'ENOENT' || code === 'ENOTDIR') return new ToolError('NOT_FOUND', 'No such file.', details, options);
  if (code === 'ELOOP') return new ToolError('OUTSIDE_ROOT', 'The path runs over too many links.', details, options);
  if (code === 'EISDIR') return new ToolError('INVALID_ARGUMENT', 'The path names a folder.', details, options);
  return new ToolError('PERMISSION_DENIED', `The file system refused (${code}).`, details, options);
}
