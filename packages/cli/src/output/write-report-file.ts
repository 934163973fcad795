import fs from 'node:fs';
import path from 'node:path';

/**
 * Writes a file as UTF-8 through a temporary file beside it, so that the name holds the old content or the whole new
 * one, never a part. Folders are made. Synchronous: an interrupt can't leave the temporary file behind.
 *
 * @throws the operating system's error; nothing is left then.
 */
export function writeReportFile(file: string, text: string): void {
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true });
  // Renaming needs no right to the old file; a file that its owner protected stays all the same.
  if (fs.existsSync(file)) fs.accessSync(file, fs.constants.W_OK);
  const temporary = path.join(folder, `.perfxpert-${process.pid}.tmp`);
  const descriptor = fs.openSync(temporary, 'wx');
  try {
    fs.writeFileSync(descriptor, text, 'utf8');
    fs.closeSync(descriptor);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}
