// Installs the locked dependencies when they are missing or older than the lock file. Needs npm only: pnpm comes through npx.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'node_modules/.installed-lockfile');
const PNPM = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).packageManager;

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Node.js ${process.versions.node} is too old: 20.19 or newer is needed.\n`);
  process.exit(2);
}

/** Text that changes whenever an install is due: the lock file and the Node ABI the native module was built for. */
function wanted() {
  return `${process.versions.modules}\n${fs.readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8')}`;
}

export function ensureInstalled() {
  checkNode();
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted()) return;
  process.stderr.write('Installing dependencies (a few minutes the first time: SQLite is compiled) ...\n');
  const args = ['-y', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only'];
  const result = spawnSync('npx', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (result.status !== 0) {
    process.stderr.write('The install failed; see the lines above.\n');
    process.exit(1);
  }
  fs.writeFileSync(stamp, wanted());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled();
