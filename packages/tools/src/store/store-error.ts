import { ToolError } from '../tool/tool-errors.js';
import type { ToolErrorCode } from '../tool/tool-errors.js';

/** What a caller can do about it, by the beginning of SQLite's or the system's code. */
const CAUSES: readonly (readonly [prefix: string, code: ToolErrorCode, text: string])[] = [
  ['SQLITE_BUSY', 'BUSY', 'is locked by another process; try again'],
  ['SQLITE_LOCKED', 'BUSY', 'is locked; try again'],
  ['SQLITE_CORRUPT', 'DAMAGED', 'is damaged; move it away and run again'],
  ['SQLITE_NOTADB', 'DAMAGED', 'is no database; move it away and run again'],
  ['SQLITE_ERROR', 'DAMAGED', 'is not as this program makes it; move it away and run again'],
  ['SQLITE_READONLY', 'PERMISSION_DENIED', 'cannot be written; choose another state folder'],
  ['SQLITE_CANTOPEN', 'PERMISSION_DENIED', 'cannot be opened; choose another state folder'],
  ['SQLITE_FULL', 'PERMISSION_DENIED', 'cannot grow: the disk is full'],
  ['SQLITE_IOERR', 'PERMISSION_DENIED', 'cannot be read or written; check the disk'],
  ['EACCES', 'PERMISSION_DENIED', 'cannot be made: no permission for its folder'],
  ['EPERM', 'PERMISSION_DENIED', 'cannot be made: no permission for its folder'],
  ['EROFS', 'PERMISSION_DENIED', 'cannot be made: its file system is read-only'],
  ['ENOSPC', 'PERMISSION_DENIED', 'cannot be made: the disk is full'],
  ['ENOTDIR', 'PERMISSION_DENIED', 'cannot be made: a file stands where its folder should be'],
  ['EEXIST', 'PERMISSION_DENIED', 'cannot be made: a file stands where its folder should be'],
];

/**
 * An error of SQLite or the file system as one of ours; anything else as it is. The message holds the name of the store's
 * file and our own words only.
 */
export function toStoreError(error: unknown, fileName: string): unknown {
  const code = codeOf(error);
  const cause = CAUSES.find(([prefix]) => code.startsWith(prefix));
  if (cause === undefined) return error;
  const [, ownCode, text] = cause;
  return new ToolError(ownCode, `${fileName} of the state folder ${text}.`, { file: fileName }, { cause: error });
}

/** Code of an error of SQLite or the system; '' without one. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
