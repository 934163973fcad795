import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { escapeText } from '../render/escape-text.js';
import { formatBytes, NO_BREAK_SPACE } from '../render/format-number.js';
import { describeWriteFailure } from './write-failure.js';
import { writeReportFile } from './write-report-file.js';

/** Where a text goes, and how a user would write it. */
export interface Target {
  /** Absolute path; null for stdout. */
  readonly path: string | null;
  readonly name: string;
}

/**
 * Writes a report; of a file stderr gets a notice unless `hasNotice` is false.
 *
 * @throws UsageError for what cannot be written
 */
export async function deliverReport(target: Target, text: string, hasNotice: boolean, io: Io): Promise<void> {
  try {
    if (target.path === null) return await writeText(io.stdout, text);
    writeReportFile(target.path, text);
  } catch (error) {
    throw describeWriteFailure(target.name, error);
  }
  if (!hasNotice) return;
  const size = formatBytes(Buffer.byteLength(text)).replace(NO_BREAK_SPACE, ' ');
  io.stderr.write(`[perfxpert] wrote ${escapeText(target.name)} (${size})\n`);
}
