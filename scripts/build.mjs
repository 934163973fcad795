// Builds packages: JavaScript (ESM and CommonJS) with tsup, declarations with one `tsc -b`, and the copy of the
// declarations that CommonJS consumers need. `node scripts/build.mjs [package ...] [--no-types]`, all packages by default.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import { buildClient } from './build-client.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const ORDER = ['rocpd', 'knowledge', 'tools', 'providers', 'agents', 'mcp', 'cli'];
/** Dependencies of which a package needs so little that it brings it along: every file to load costs start-up time. */
const BUNDLED = { rocpd: ['drizzle-orm'] };
const args = process.argv.slice(2);
const named = args.filter((word) => !word.startsWith('--'));
const packages = named.length > 0 ? named : ORDER;

/** Data files of catalogues come as text: `lazyCatalogue` parses one when it is first asked for. */
const DATA_AS_TEXT = {
  name: 'data-as-text',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]data[\\/][^\\/]+\.json$/ }, ({ path: file }) => {
      return { contents: JSON.stringify(JSON.parse(fs.readFileSync(file, 'utf8'))), loader: 'text' };
    });
  },
};

/** Entry points of a package: what it exports from its sources, and its worker files. */
function libraryEntries(folder, manifest) {
  const exported = Object.values(manifest.exports ?? {})
    .map((target) => target?.['@perfxpert/source'])
    .filter((file) => file !== undefined);
  const workers = fs.readdirSync(path.join(folder, 'src')).filter((file) => file.endsWith('-worker.ts'));
  const files = [...exported.map((file) => file.replace(/^\.\/src\//, '')), ...workers];
  return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), path.join(folder, 'src', file)]));
}

async function buildJavaScript(name) {
  const folder = path.join(root, 'packages', name);
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const bundled = BUNDLED[name] ?? [];
  const shared = {
    config: false,
    outDir: path.join(folder, 'dist'),
    platform: 'node',
    target: 'node20',
    dts: false,
    sourcemap: true,
    silent: true,
    tsconfig: path.join(folder, 'tsconfig.json'),
    external: [
      /^@perfxpert\//,
      ...Object.keys(manifest.dependencies ?? {}).filter((dependency) => !bundled.includes(dependency)),
    ],
    noExternal: bundled,
    esbuildPlugins: [DATA_AS_TEXT],
    esbuildOptions: (options) => {
      options.conditions = [];
      // An uncaught error prints the line that it comes from: minified code in one line would fill the screen.
      options.lineLimit = 160;
    },
  };
  const entry = libraryEntries(folder, manifest);
  for (const file of fs.existsSync(shared.outDir) ? fs.readdirSync(shared.outDir) : [])
    if (/\.(js|cjs|map)$/.test(file) && !file.endsWith('.d.ts.map')) fs.rmSync(path.join(shared.outDir, file));
  if (Object.keys(entry).length > 0) {
    const library = { ...shared, entry, shims: true, splitting: true, clean: false };
    // Start-up time goes with the bytes to parse. Not so for CommonJS: its translation cannot read minified code.
    await build({ ...library, format: ['esm'], minify: true });
    await build({ ...library, format: ['cjs'] });
  }
  const bins = Object.values(manifest.bin ?? {}).map((file) => file.replace(/^\.\/dist\/(.*)\.js$/, '$1'));
  if (bins.length > 0) {
    const entries = Object.fromEntries(bins.map((file) => [file, path.join(folder, 'src', `${file}.ts`)]));
    // The MCP server is one bundle: its SDK takes long to load from many files.
    const bundle =
      name === 'mcp'
        ? { external: [/^@perfxpert\//], noExternal: [/^(?!@perfxpert\/|node:)[^./]/], sourcemap: false }
        : {};
    await build({
      ...shared,
      ...bundle,
      entry: entries,
      format: ['esm'],
      minify: true,
      splitting: true,
      clean: false,
    });
    for (const file of bins) fs.chmodSync(path.join(shared.outDir, `${file}.js`), 0o755);
  }
}

function buildDeclarations() {
  const projects = named.length > 0 ? named.map((name) => `packages/${name}`) : ORDER.map((name) => `packages/${name}`);
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const result = spawnSync(process.execPath, [tsc, '-b', ...projects], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** CommonJS consumers under node16 resolution need declarations that lie in a CommonJS scope. */
function copyDeclarations(name) {
  const dist = path.join(root, 'packages', name, 'dist');
  const target = path.join(dist, 'cjs');
  fs.rmSync(target, { recursive: true, force: true });
  fs.mkdirSync(target, { recursive: true });
  for (const file of fs.readdirSync(dist, { recursive: true }).map(String)) {
    if (!file.endsWith('.d.ts') || file.startsWith(`cjs${path.sep}`)) continue;
    fs.mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    fs.copyFileSync(path.join(dist, file), path.join(target, file));
  }
  fs.writeFileSync(path.join(target, 'package.json'), '{ "type": "commonjs" }\n');
}

if (packages.includes('cli')) await buildClient();
for (const name of packages) await buildJavaScript(name);
if (packages.includes('agents')) await import('./write-report-schema.mjs');
if (packages.includes('mcp')) await import('./write-mcp-list.mjs');
if (!args.includes('--no-types')) {
  buildDeclarations();
  for (const name of packages) copyDeclarations(name);
}
