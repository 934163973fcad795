import fs from 'node:fs';
import path from 'node:path';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const BIN = path.join(PACKAGE, 'dist/bin.js');

function latestChange(folder: string): number {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...files.map((entry) => fs.statSync(path.join(entry.parentPath, entry.name)).mtimeMs));
}

/** Path of the built program. Throws what to do where it is missing or older than its sources. */
export function builtBin(): string {
  const advice = 'build it first: node scripts/build.mjs';
  if (!fs.existsSync(BIN)) throw new Error(`${BIN} is missing; ${advice}`);
  if (fs.statSync(BIN).mtimeMs < latestChange(path.join(PACKAGE, 'src')))
    throw new Error(`${BIN} is older than packages/mcp/src; ${advice}`);
  return BIN;
}
