// Packs every package as it would be published and looks at the result as a stranger would: publint, attw, and an
// install of the tarballs into an empty folder where the command runs and `tools` loads as ESM and as CommonJS.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './run.mjs';

const PNPM = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).packageManager;
const NAMES = ['rocpd', 'knowledge', 'tools', 'providers', 'agents', 'mcp', 'cli'];
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-pack-'));

function run(command, args, cwd, input) {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', input, maxBuffer: 1 << 26 });
  if (result.status === 0) return result.stdout;
  process.stderr.write(`${result.stdout}\n${result.stderr}\n`);
  throw new Error(`${command} ${args.join(' ')} failed in ${cwd} (exit code ${result.status})`);
}

const bin = (name) => path.join(root, 'node_modules/.bin', name);

function pack(name) {
  const folder = path.join(root, 'packages', name);
  run('npx', ['-y', PNPM, 'pack', '--pack-destination', work], folder);
  const file = fs.readdirSync(work).find((entry) => entry.startsWith(`perfxpert-${name}-`));
  if (file === undefined) throw new Error(`no tarball of ${name}`);
  return path.join(work, file);
}

function lint(name, tarball) {
  run(bin('publint'), ['run', tarball, '--strict'], work);
  // The command has no importable entry; data entries are not for TypeScript. Profile node16: Node before 12.7 knows no
  // `exports`, and we need 20.19.
  if (name !== 'cli')
    run(
      bin('attw'),
      [tarball, '--profile', 'node16', '--exclude-entrypoints', './package.json', './report.schema.json'],
      work,
    );
}

/** Installs the tarballs side by side, the native module taken from this workspace's package store. */
function install(tarballs) {
  const home = path.join(work, 'consumer');
  fs.mkdirSync(home);
  const overrides = Object.fromEntries(NAMES.map((name) => [`@perfxpert/${name}`, `file:${tarballs[name]}`]));
  const manifest = {
    name: 'consumer',
    private: true,
    dependencies: { ...overrides },
    pnpm: { overrides, onlyBuiltDependencies: ['better-sqlite3'] },
  };
  fs.writeFileSync(path.join(home, 'package.json'), JSON.stringify(manifest));
  run('npx', ['-y', PNPM, 'install', '--prefer-offline', '--ignore-workspace'], home);
  return home;
}

function tryOut(home) {
  const trace = path.join(work, 'example.db');
  run(process.execPath, [path.join(root, 'scripts/make-example.mjs'), trace], root);
  const report = run(
    path.join(home, 'node_modules/.bin/perfxpert'),
    ['analyze', '-i', trace, '--format', 'json'],
    home,
  );
  if (JSON.parse(report).schema_version === undefined) throw new Error('the installed command printed no report');
  const esm = "import { traceAnalysis } from '@perfxpert/tools'; console.log(typeof traceAnalysis.hotspots);";
  const cjs = "console.log(typeof require('@perfxpert/tools').traceAnalysis.hotspots);";
  for (const [type, code] of [
    ['module', esm],
    ['commonjs', cjs],
  ]) {
    const said = run(process.execPath, [`--input-type=${type}`, '-'], home, code).trim();
    if (said !== 'function') throw new Error(`@perfxpert/tools as ${type}: ${said}`);
  }
}

try {
  const tarballs = Object.fromEntries(NAMES.map((name) => [name, pack(name)]));
  for (const name of NAMES) lint(name, tarballs[name]);
  tryOut(install(tarballs));
  process.stdout.write(`packages: ${NAMES.length} packed, linted and installed\n`);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
