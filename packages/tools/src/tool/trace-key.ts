import { existsSync, statSync } from 'node:fs';

/**
 * Text that is the same as long as the same paths lead to the same unchanged files: paths, and inode, size and time of
 * change. Null where that cannot be told: for folders, for files with a log or journal beside them, for what is missing.
 */
export function traceKey(paths: string | readonly string[]): string | null {
  const parts: unknown[] = [];
  for (const path of typeof paths === 'string' ? [paths] : paths) {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats?.isFile() !== true || existsSync(`${path}-wal`) || existsSync(`${path}-journal`)) return null;
    parts.push(path, String(stats.ino), String(stats.size), String(stats.mtimeNs));
  }
  return JSON.stringify(parts);
}
