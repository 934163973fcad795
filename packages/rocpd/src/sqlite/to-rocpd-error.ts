import path from 'node:path';
import { showName } from '../files/show-name.js';
import { RocpdError } from '../errors.js';

/**
 * The code of an SQLite error (`SQLITE_BUSY`, ...) or of a file system error (`EACCES`, ...); '' for anything else. No
 * `instanceof`: native code may throw errors of another realm.
 */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

const LOCAL_COPY = 'copy the file to a local disk and open the copy';

/**
 * Translates an error of SQLite or of the file system into ours. SQLite's message never gets into the new one: it may
 * hold text of the file. Errors of neither kind (ours, or a bug) are returned as they are.
 */
export function toRocpdError(error: unknown, file: string): unknown {
  const code = codeOf(error);
  const name = showName(path.basename(file));
  const make = (kind: RocpdError['code'], text: string): RocpdError =>
    new RocpdError(kind, `${name}: ${text}`, { path: file, sqlite_code: code }, { cause: error });
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return make('DAMAGED', 'the database is damaged or cut off; copy it again from its source, or record it again');
  if (/^SQLITE_IOERR_(LOCK|UNLOCK|RDLOCK|CHECKRESERVEDLOCK|BLOCKED|SHM)/.test(code))
    return make('BUSY', `the file system cannot lock the file (as some network shares cannot); ${LOCAL_COPY}`);
  if (code.startsWith('SQLITE_IOERR') || code === 'EIO' || code === 'ESTALE')
    return make('DAMAGED', `the file could not be read to its end (input/output error); ${LOCAL_COPY}`);
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code))
    return make(
      'BUSY',
      `another program is writing it and holds its exclusive lock; wait until it has ended, or ${LOCAL_COPY}`,
    );
  if (/^SQLITE_READONLY/.test(code))
    return make(
      'BUSY',
      `a writer left an unfinished journal beside it; end the writer, or ${LOCAL_COPY}, together with its journal`,
    );
  if (/^(SQLITE_(CANTOPEN|PERM|AUTH)|EACCES|EPERM)/.test(code))
    return make(
      'PERMISSION_DENIED',
      'no permission to read it; change its permissions, or copy it to where you may read it',
    );
  if (code === 'SQLITE_ERROR')
    return make(
      'DAMAGED',
      'its table definitions cannot be understood; copy it again from its source, or record it again',
    );
  if (code === 'EMFILE' || code === 'ENFILE')
    return make('BUSY', 'too many files are open in this process or on this machine; close some and try again');
  if (/^(ENOENT|ENOTDIR|ENAMETOOLONG|ELOOP|ENXIO)$/.test(code))
    return make('NOT_FOUND', 'no such file; check the path');
  return error;
}
