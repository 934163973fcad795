import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isBelow } from '../access/is-below.js';
import { ConfigError } from './config-error.js';

const MAX_BYTES = 16 * 2 ** 20;
const NEW_FILE_MODE = 0o600;

/** The text of a configuration file; null where there is none. @throws ConfigError */
export function readConfig(file: string, allowed: readonly string[]): string | null {
  const real = targetOf(file, allowed);
  const stats = fs.statSync(real, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile() || stats.size > MAX_BYTES) throw new ConfigError('it is no file, or a very large one');
  return fs.readFileSync(real, 'utf8');
}

/**
 * Writes a configuration file: first the old text as `<file>.perfxpert-backup` (empty where there was no file), then
 * the new one through a temporary file and a rename. The mode of the file stays.
 *
 * @throws ConfigError
 */
export function writeConfig(file: string, text: string, allowed: readonly string[]): void {
  const real = targetOf(file, allowed);
  const old = fs.existsSync(real) ? fs.readFileSync(real) : Buffer.alloc(0);
  fs.mkdirSync(path.dirname(real), { recursive: true });
  replace(backupOf(real), old, modeOf(real));
  replace(real, Buffer.from(text), modeOf(real));
}

/** The text from before the last change; null without a backup. @throws ConfigError */
export function readBackup(file: string, allowed: readonly string[]): string | null {
  const backup = backupOf(targetOf(file, allowed));
  return fs.existsSync(backup) ? fs.readFileSync(backup, 'utf8') : null;
}

/** Puts the text from before the last change back. False without a backup. @throws ConfigError */
export function restoreConfig(file: string, allowed: readonly string[]): boolean {
  const real = targetOf(file, allowed);
  const backup = backupOf(real);
  if (!fs.existsSync(backup)) return false;
  const old = fs.readFileSync(backup);
  if (old.length === 0) fs.rmSync(real, { force: true });
  else replace(real, old, modeOf(real));
  fs.rmSync(backup);
  return true;
}

function backupOf(file: string): string {
  return `${file}.perfxpert-backup`;
}

/** The file that a path leads to, which must lie below one of the folders, links resolved. @throws ConfigError */
function targetOf(file: string, allowed: readonly string[]): string {
  const roots = allowed.map((folder) => (fs.existsSync(folder) ? fs.realpathSync(folder) : path.resolve(folder)));
  let existing = file;
  let rest = '';
  while (!fs.existsSync(existing)) {
    if (fs.lstatSync(existing, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new ConfigError('it is a link that leads nowhere');
    rest = path.join(path.basename(existing), rest);
    existing = path.dirname(existing);
  }
  const real = path.join(fs.realpathSync(existing), rest).replace(/[\\/]$/, '');
  if (!isBelow(real, roots)) throw new ConfigError('it is a link that leads out of the home folder and of the project');
  return real;
}

function modeOf(file: string): number {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? NEW_FILE_MODE : stats.mode & 0o777;
}

function replace(file: string, content: Buffer, mode: number): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    const handle = fs.openSync(temporary, 'wx', mode);
    fs.writeSync(handle, content);
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw new ConfigError('it cannot be written', { cause: error });
  }
}
