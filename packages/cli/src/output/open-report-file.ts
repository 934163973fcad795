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
 * `discard` then leaves nothing behind, also when the process exits before `finish`.
 */
export function openReportFile(target: string): OpenReportFile {
  const folder = path.dirname(target);
  fs.mkdirSync(folder, { recursive: true });
  if (fs.existsSync(target)) fs.accessSync(target, fs.constants.W_OK);
  const temporary = path.join(folder, `.perfxpert-${process.pid}.tmp`);
  const descriptor = fs.openSync(temporary, 'wx');
  const remove = () => fs.rmSync(temporary, { force: true });
  process.once('exit', remove);
  let isOpen = true;
  const close = () => {
    if (isOpen) fs.closeSync(descriptor);
    isOpen = false;
  };
  return {
    write(bytes) {
      for (let written = 0; written < bytes.length;) written += fs.writeSync(descriptor, bytes, written);
    },
    finish() {
      close();
      fs.renameSync(temporary, target);
      process.removeListener('exit', remove);
    },
    discard() {
      close();
      remove();
      process.removeListener('exit', remove);
    },
  };
}
