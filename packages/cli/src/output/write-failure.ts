import { UsageError } from '../usage-error.js';
import { systemErrorCode } from './system-error-code.js';

/** What is in the way, by the code of the operating system. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write',
  EPERM: 'no permission to write',
  EROFS: 'the file system is read-only',
  EISDIR: 'is a folder',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'something with that name is in the way',
  ENOENT: 'the folder does not exist and cannot be made',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'disk quota exceeded',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * A failed write as an error to show; a broken pipe (EPIPE) and what is no error of the operating system come back as
 * they are.
 */
export function describeWriteFailure(target: string, error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === undefined || code === 'EPIPE') return error;
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return new UsageError(`${target}: ${reason ?? `cannot be written (${code})`}`, { cause: error });
}
