// Bundles the script of HTML reports (packages/cli/src/render/html/client) into one text, and writes it as a module that
// the renderer imports: packages/cli/src/render/html/generated/client-script.ts. The file is not in git; every build of
// the cli makes it, and rewrites it only where it changed. `node scripts/build-client.mjs` makes it alone.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'packages/cli/src/render/html');
const target = path.join(folder, 'generated/client-script.ts');

/** The bundle as text: for browsers of the last years, minified, without source map. */
async function bundle() {
  const outDir = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-client-'));
  try {
    await build({
      config: false,
      entry: { client: path.join(folder, 'client/main.ts') },
      outDir,
      format: ['iife'],
      platform: 'browser',
      target: 'es2021',
      minify: true,
      dts: false,
      sourcemap: false,
      silent: true,
      clean: false,
      tsconfig: path.join(root, 'packages/cli/tsconfig.client.json'),
    });
    const [file] = fs.readdirSync(outDir);
    return fs.readFileSync(path.join(outDir, file), 'utf8').trim();
  } finally {
    fs.rmSync(outDir, { recursive: true, force: true });
  }
}

export async function buildClient() {
  const script = await bundle();
  if (/<\/script|<!--/i.test(script)) throw new Error('the client script holds text that would end its element');
  const text = `/** The script of HTML reports, made by scripts/build-client.mjs. */\nexport const CLIENT_SCRIPT = ${JSON.stringify(script)};\n`;
  if (fs.existsSync(target) && fs.readFileSync(target, 'utf8') === text) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient();
