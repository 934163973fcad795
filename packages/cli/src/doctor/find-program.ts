import fs from 'node:fs';
import path from 'node:path';
import type { Io } from '../io.js';

/** Where ROCm puts its programs, whether `PATH` has it or not. */
const ROCM_FOLDERS = ['/opt/rocm/bin'];

/** Path of a program in a folder of `PATH`, or of ROCm; null where it is not found. Nothing is started. */
export function findProgram(name: string, { env, platform }: Pick<Io, 'env' | 'platform'>): string | null {
  const isWindows = platform === 'win32';
  const folders = (env['PATH'] ?? '').split(isWindows ? ';' : ':').filter((folder) => folder !== '');
  const endings = isWindows ? ['.exe', '.cmd', '.bat', ''] : [''];
  for (const folder of [...folders, ...ROCM_FOLDERS])
    for (const ending of endings) {
      const file = path.join(folder, `${name}${ending}`);
      if (isRunnable(file)) return file;
    }
  return null;
}

function isRunnable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
