import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** A file that is written piece by piece and appears under its name when it is whole. */
export interface OpenReportFile {
  write(bytes: Uint8Array): void;
  /** Gives the file its name. */
  finish(): void;
  /** Takes away what was written. */
  discard(): void;
}

/**
 * Opens a temporary file beside the target; folders are made. `write` and `finish` raise the operating system's errors;
 * `discard` then leaves nothing behind, also when the process exits before `finish`. A link stays a link: what it leads to
 * is replaced, with the rights it had. A device or pipe is written into as it is, since putting a file in its place would
 * take it away.
 */
export function openReportFile(target: string): OpenReportFile {
  const place = followLinks(target);
  const before = fs.statSync(place, { throwIfNoEntry: false });
  if (before !== undefined && !before.isFile() && !before.isDirectory()) return openInPlace(place);
  const folder = path.dirname(place);
  fs.mkdirSync(folder, { recursive: true });
  // Renaming needs no right to the old file; a file that its owner protected stays all the same.
  if (before !== undefined) fs.accessSync(place, fs.constants.W_OK);
  // A number of its own: one that a killed process left behind must not be in the way.
  const temporary = path.join(folder, `.perfxpert-${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
  const descriptor = fs.openSync(temporary, 'wx', before === undefined ? 0o666 : before.mode & 0o777);
  const remove = () => fs.rmSync(temporary, { force: true });
  process.once('exit', remove);
  let isOpen = true;
  const close = () => {
    if (isOpen) fs.closeSync(descriptor);
    isOpen = false;
  };
  return {
    write: (bytes) => writeAll(descriptor, bytes),
    finish() {
      close();
      fs.renameSync(temporary, place);
      process.removeListener('exit', remove);
    },
    discard() {
      close();
      remove();
      process.removeListener('exit', remove);
    },
  };
}

function openInPlace(place: string): OpenReportFile {
  const descriptor = fs.openSync(place, 'w');
  let isOpen = true;
  const close = () => {
    if (isOpen) fs.closeSync(descriptor);
    isOpen = false;
  };
  return { write: (bytes) => writeAll(descriptor, bytes), finish: close, discard: close };
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += fs.writeSync(descriptor, bytes, written);
}

/** Where a chain of links ends; the path itself where it leads nowhere. */
function followLinks(target: string): string {
  try {
    return fs.realpathSync(target);
  } catch {
    return target;
  }
}
