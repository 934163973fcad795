import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Folder of this package; a process started there finds the built packages. */
export const PACKAGE = path.resolve(import.meta.dirname, '..');

/** Builds what a process of its own needs, where that was not done yet. */
export function ensureBuilt(): void {
  const entry = path.join(PACKAGE, 'dist/index.js');
  if (fs.existsSync(entry) && fs.readFileSync(entry, 'utf8').includes('agentRoot')) return;
  const build = spawnSync(process.execPath, ['../../scripts/build.mjs', '--no-types'], {
    cwd: PACKAGE,
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(build.stderr);
}
