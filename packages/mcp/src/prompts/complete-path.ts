import { opendir } from 'node:fs/promises';
import path from 'node:path';

const MAX_DEPTH = 3;
const MAX_ENTRIES = 3000;
/** The protocol allows a hundred values. */
const MAX_VALUES = 100;
const TRACE_NAME = /\.(db|rpd)$/i;

/** Traces below the roots that hold a text in their path below the root, sorted; links are not followed. */
export async function completePath(text: string, roots: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  let seen = 0;
  const visit = async (folder: string, depth: number): Promise<void> => {
    const folders: string[] = [];
    try {
      for await (const entry of await opendir(folder)) {
        if (++seen > MAX_ENTRIES) return;
        const full = path.join(folder, entry.name);
        if (entry.isFile() && TRACE_NAME.test(entry.name) && full.includes(text)) found.push(full);
        else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
          folders.push(full);
      }
    } catch {
      // A folder that may not be read offers nothing.
      return;
    }
    if (depth < MAX_DEPTH) for (const next of folders.sort()) await visit(next, depth + 1);
  };
  for (const root of roots) await visit(root, 0);
  return [...new Set(found)].sort().slice(0, MAX_VALUES);
}
