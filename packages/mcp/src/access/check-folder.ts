import fs from 'node:fs';
import path from 'node:path';
import { outsideRoot } from './access-error.js';
import { isBelow } from './is-below.js';
import type { Roots } from './is-below.js';

/** Traces are looked for this deep below a folder that is given. */
const MAX_DEPTH = 4;
const MAX_ENTRIES = 100_000;
/** What the reader of traces looks for in a folder; links with other names it leaves alone. */
const READ_NAME = /\.(?:db|rpd)$|^index\.yaml$/i;

/**
 * Refuses a folder in which a link to a trace leads out of the roots: the reader of traces would follow it.
 *
 * @throws ToolError OUTSIDE_ROOT
 */
export function checkFolder(field: string, folder: string, roots: Roots): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  let seen = 0;
  const visit = (current: string, depth: number): void => {
    let entries: fs.Dirent[];
    try {
      entries = fs.readdirSync(current, { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of entries) {
      if (++seen > MAX_ENTRIES) return;
      const full = path.join(current, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) visit(full, depth + 1);
      else if (entry.isSymbolicLink() && READ_NAME.test(entry.name) && leadsOut(full, roots))
        throw outsideRoot(field, full, roots);
    }
  };
  visit(folder, 0);
}

function leadsOut(link: string, roots: Roots): boolean {
  try {
    return fs.statSync(link).isFile() && !isBelow(fs.realpathSync(link), roots);
  } catch {
    // It leads nowhere.
    return false;
  }
}
