import fs from 'node:fs';
import { UsageError } from './parse-command.js';

/** A root that is no folder would silently allow nothing. @throws UsageError */
export function checkRoots(roots: readonly string[]): void {
  for (const root of roots)
    if (fs.statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new UsageError(`--root ${JSON.stringify(root)}: no such folder`);
}
