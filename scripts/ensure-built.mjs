// Builds the packages unless all of them were built, types included, after the last change of a source.
import fs from 'node:fs';
import path from 'node:path';
import { root, runNode } from './run.mjs';

/** What a build depends on beside the folders of the packages. */
const SHARED = ['pnpm-lock.yaml', 'tsconfig.base.json', 'scripts'];
const OF_PACKAGE = ['src', 'data', 'package.json', 'tsconfig.json'];
/** What a build with types writes last. */
const LAST_BUILT = 'dist/cjs/package.json';

function latestChange(item) {
  const stat = fs.statSync(item, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const entries = fs.readdirSync(item, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...entries.map((entry) => fs.statSync(path.join(entry.parentPath, entry.name)).mtimeMs));
}

/** True if every package of a workspace was built after the last change of any source. */
export function isBuilt(workspace) {
  const folders = fs
    .readdirSync(path.join(workspace, 'packages'))
    .map((name) => path.join(workspace, 'packages', name));
  const sources = [
    ...SHARED.map((item) => path.join(workspace, item)),
    ...folders.flatMap((folder) => OF_PACKAGE.map((item) => path.join(folder, item))),
  ];
  const builds = folders.map((folder) => latestChange(path.join(folder, LAST_BUILT)));
  return Math.min(...builds) > Math.max(...sources.map(latestChange));
}

export function ensureBuilt() {
  if (!isBuilt(root)) runNode(['scripts/build.mjs']);
}
