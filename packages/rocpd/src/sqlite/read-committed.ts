import fs from 'node:fs';
import { applyWal } from './apply-wal.js';
import { rollBackJournal } from './roll-back-journal.js';
import { codeOf } from './to-rocpd-error.js';

/** Why a database could not be taken into memory. */
export type CopyProblem = 'too_large' | 'changing';

const ATTEMPTS = 10;
const PAUSE_MS = 200;

/**
 * The committed content of a database file with its write-ahead log or left-over journal, as bytes that SQLite can open
 * in memory. Opened by path, SQLite would create or change files beside it. The content is taken only if none of the
 * files changed meanwhile; some tries are made.
 */
export function readCommitted(file: string, limitBytes: number): Buffer | CopyProblem {
  const wal = `${file}-wal`;
  const journal = `${file}-journal`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) pause(PAUSE_MS);
    const before = describe([file, wal, journal]);
    if (sizeOf(file) + sizeOf(wal) + sizeOf(journal) > limitBytes) return 'too_large';
    const logContent = readIfExists(wal);
    const journalContent = readIfExists(journal);
    const main = fs.readFileSync(file);
    if (describe([file, wal, journal]) !== before) continue;
    return withoutJournalMode(merge(main, logContent, journalContent));
  }
  return 'changing';
}

/** A log counts only for a file that says it has one: logs of a file since replaced may lie about. */
function merge(main: Buffer, wal: Buffer, journal: Buffer): Buffer {
  if (main[18] === 2) return applyWal(main, wal);
  return rollBackJournal(main, journal);
}

/** Databases in memory cannot be in write-ahead-log mode: the two version bytes of the header are set to "journal". */
function withoutJournalMode(content: Buffer): Buffer {
  if (content.length >= 20 && content[18] === 2) content[18] = content[19] = 1;
  return content;
}

function readIfExists(file: string): Buffer {
  try {
    return fs.readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function describe(files: readonly string[]): string {
  return files
    .map((file) => {
      const stats = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
      return stats === undefined ? 'none' : `${stats.ino}:${stats.size}:${stats.mtimeNs}`;
    })
    .join(' ');
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
