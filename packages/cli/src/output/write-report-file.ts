import { openReportFile } from './open-report-file.js';

/**
 * Writes a file as UTF-8 through a temporary file beside it, so that the name holds the old content or the whole new
 * one, never a part. Folders are made. Synchronous: an interrupt can't leave the temporary file behind.
 *
 * @throws the operating system's error; nothing is left then.
 */
export function writeReportFile(file: string, text: string): void {
  const opened = openReportFile(file);
  try {
    opened.write(Buffer.from(text, 'utf8'));
    opened.finish();
  } catch (error) {
    opened.discard();
    throw error;
  }
}
