import fs from 'node:fs';
import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { RocpdError } from '../errors.js';
import { showName } from '../files/show-name.js';
import { isSqlite, sniffFile } from '../files/sniff-file.js';
import { openCopy, openDatabase } from './open-database.js';
import { readCommitted } from './read-committed.js';
import { isJournal } from './roll-back-journal.js';
import { codeOf, toRocpdError } from './to-rocpd-error.js';

/** Files with a log or an unfinished journal are read into memory, up to this size. */
export const COPY_LIMIT_BYTES = 1 << 30;

/** What a reader needs to know about a file before it opens it. */
export interface DatabaseFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** `path`: SQLite may open the file itself. `copy`: it would write beside it, so a copy in memory is opened. */
  readonly mode: 'path' | 'copy';
}

/**
 * Looks at the first bytes of a file: throws NOT_A_TRACE for what is no SQLite database, naming what it is, and decides
 * how it can be opened without any file being created or changed.
 */
export function inspectFile(file: string, sizeBytes: number): DatabaseFile {
  const head = readHead(file);
  if (!isSqlite(head)) {
    const name = showName(path.basename(file));
    const { key, label, advice } = sniffFile(head, sizeBytes, file);
    throw new RocpdError('NOT_A_TRACE', `${name}: ${label}, not a rocpd trace; ${advice}`, {
      path: file,
      detected: key,
    });
  }
  const logBytes = sizeBeside(`${file}-wal`);
  const hasLog = head[18] === 2 || head[19] === 2 || logBytes > 0;
  // SQLite's wrapper takes blanks off the ends of a path, and would then open another file.
  const isAwkward = file.trim() !== file;
  return { path: file, sizeBytes, mode: hasLog || isAwkward || hasActiveJournal(file) ? 'copy' : 'path' };
}

/** Size of a file that may lie beside the trace; 0 without it, and where its name would be too long for one. */
function sizeBeside(file: string): number {
  try {
    return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch (error) {
    if (codeOf(error) === 'ENAMETOOLONG') return 0;
    throw error;
  }
}

/**
 * True if a journal lies beside the file that may have to be rolled back. Whether its writer still lives makes no
 * difference: what the journal saved is the state before its transaction.
 */
function hasActiveJournal(file: string): boolean {
  const journal = `${file}-journal`;
  return fs.existsSync(journal) && isJournal(readHead(journal));
}

function readHead(file: string): Buffer {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch (error) {
    throw toRocpdError(error, file);
  }
  try {
    const head = Buffer.alloc(4096);
    return head.subarray(0, fs.readSync(descriptor, head, 0, head.length, 0));
  } catch (error) {
    throw toRocpdError(error, file);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Opens a file in the way that `inspectFile` found; a journal that was not there then shows as an error here. */
export function openFile(file: DatabaseFile, busyTimeoutMs: number, copyLimitBytes: number): Database {
  if (file.mode === 'copy') return openFromMemory(file, copyLimitBytes);
  try {
    return openDatabase(file.path, busyTimeoutMs);
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_READONLY')) return openFromMemory(file, copyLimitBytes);
    throw error;
  }
}

function openFromMemory(file: DatabaseFile, copyLimitBytes: number): Database {
  const content = readCommitted(file.path, copyLimitBytes);
  const name = showName(path.basename(file.path));
  if (content === 'too_large')
    throw new RocpdError(
      'BUSY',
      `${name}: its write-ahead log or journal is not merged, and the file is too large to do that in memory; copy it with its -wal or -journal file to a local disk, run \`sqlite3 COPY "pragma journal_mode=delete"\` and open the copy`,
      { path: file.path, limit_bytes: copyLimitBytes },
    );
  if (content === 'changing')
    throw new RocpdError(
      'BUSY',
      `${name}: another program is writing it (its log or journal keeps changing); wait until it has ended, or copy the file with its -wal or -journal file to a local disk and open the copy`,
      { path: file.path },
    );
  return openCopy(content);
}
