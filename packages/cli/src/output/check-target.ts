import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from '../usage-error.js';

/** How every SQLite database begins (SQLite, "Database File Format", 1.3). */
const DATABASE = Buffer.from('SQLite format 3\0', 'latin1');

/** What is read, and how a message speaks of it. */
export interface TargetContext {
  readonly inputs: readonly string[];
  readonly cwd: string;
  /** Flag that chooses the name; `-o` by default. */
  readonly flag?: string;
  /** What the inputs are; `trace` by default. */
  readonly input?: 'trace' | 'report';
}

/**
 * Refuses a place where a report cannot or must not go: a folder, an input, any other database, whose loss nothing would
 * make up for. A trace in a folder that was given as a whole is such a database. Other files are replaced.
 *
 * @param name as the user wrote it, for messages
 * @throws UsageError
 */
export function checkTarget(file: string, name: string, context: TargetContext): void {
  const { inputs, cwd, flag = '-o', input = 'trace' } = context;
  const stats = statOf(file);
  if (stats === null) return;
  if (stats.isDirectory()) throw new UsageError(`${name}: is a folder; choose another name with ${flag}`);
  if (inputs.some((own) => isSame(statOf(path.resolve(cwd, own)), stats)))
    throw new UsageError(`${name}: is the ${input} itself; choose another name with ${flag}`);
  if (stats.isFile() && isDatabase(file))
    throw new UsageError(`${name}: is a database, maybe a trace; choose another name with ${flag}`);
}

/** Which file a path leads to; null where it leads to none or can't be followed, which writing will report. */
function statOf(file: string): fs.BigIntStats | null {
  try {
    return fs.statSync(file, { bigint: true });
  } catch {
    return null;
  }
}

function isSame(one: fs.BigIntStats | null, other: fs.BigIntStats): boolean {
  return one !== null && one.dev === other.dev && one.ino === other.ino;
}

function isDatabase(file: string): boolean {
  try {
    const descriptor = fs.openSync(file, 'r');
    try {
      const head = Buffer.alloc(DATABASE.length);
      return fs.readSync(descriptor, head, 0, head.length, 0) === head.length && head.equals(DATABASE);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
