import fs from 'node:fs';
import path from 'node:path';
import { describeWriteFailure } from './write-failure.js';

/**
 * Writes a file as UTF-8 through a temporary file beside it, so that the name holds the old content or the whole new
 * one, never a part. Folders are made. Synchronous: an interrupt can't leave the temporary file behind.
 *
 * @throws UsageError naming the file and what is in the way.
 */
export function writeReportFile(file: string, text: string): void {
  const temporary = path.join(path.dirname(file), `.${path.basename(file).slice(0, 100)}.${process.pid}.tmp`);
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    refuseProtected(file);
    fs.writeFileSync(temporary, text, { encoding: 'utf8', flag: 'wx' });
    fs.renameSync(temporary, file);
  } catch (error) {
    removeTemporary(temporary, error);
    throw describeWriteFailure(file, error);
  }
}

/** Renaming needs no right to the old file; a file that its owner protected stays all the same. */
function refuseProtected(file: string): void {
  if (fs.existsSync(file)) fs.accessSync(file, fs.constants.W_OK);
}

/** Removes what was begun, unless the failure says that it was there before. */
function removeTemporary(temporary: string, error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
  fs.rmSync(temporary, { force: true });
}
