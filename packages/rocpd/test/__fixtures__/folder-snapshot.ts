import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** All that a reader could change in a folder: names, sizes, times of change, rights and contents. */
export function folderSnapshot(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => {
      const file = path.join(folder, name);
      const { size, mtimeNs, ctimeNs, mode, ino } = fs.statSync(file, { bigint: true });
      const content = fs.statSync(file).isFile()
        ? createHash('sha256').update(fs.readFileSync(file)).digest('hex')
        : '';
      return [name, size, mtimeNs, ctimeNs, mode, ino, content].join(' ');
    });
}
