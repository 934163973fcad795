import { UsageError } from '../usage-error.js';
import { systemErrorCode } from './system-error-code.js';

/** What is in the way, by the code of the operating system. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'no permission to read',
  EPERM: 'no permission to read',
  EISDIR: 'is a folder; give a file',
};

/** A failed read as an error to show; what is no error of the operating system becomes "cannot be read", too. */
export function describeReadFailure(name: string, error: unknown): UsageError {
  const code = systemErrorCode(error) ?? '';
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return new UsageError(`${name}: ${reason ?? 'cannot be read'}`, { cause: error });
}
