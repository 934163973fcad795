// Runs the public conformance scenarios of the Model Context Protocol against the built server over HTTP, and with
// `--inspector` the command line of the MCP inspector over stdio. Exit code 1 if anything fails.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const BIN = path.join(root, 'packages/mcp/dist/bin.js');
const SUITE = path.join(root, 'packages/mcp/node_modules/@modelcontextprotocol/conformance/dist/index.js');
// Newer ones need a later Node.
const INSPECTOR = '@modelcontextprotocol/inspector@0.15.0';
/** The other scenarios are about tools, resources and prompts of a server made for them. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'logging-set-level',
  'completion-complete',
];

function startServer() {
  const argv = [BIN, '--http', '0', '--no-token', '--root', root];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const url = /http:\S+/.exec(text)?.[0];
      if (url !== undefined) resolve({ child, url });
    });
    child.on('close', () => reject(new Error(`the server ended: ${text}`)));
  });
}

function check(name, words, isFine) {
  const { status, stdout, stderr } = spawnSync(words[0], words.slice(1), {
    cwd: root,
    encoding: 'utf8',
    timeout: 180_000,
  });
  const passed = status === 0 && isFine(stdout);
  process.stdout.write(`${passed ? 'passed' : 'FAILED'} ${name}\n`);
  if (!passed) process.stdout.write(`${stdout}\n${stderr}\n`);
  return passed;
}

if (!fs.existsSync(BIN)) throw new Error(`${BIN} is missing; build it first: node scripts/build.mjs`);
const { child, url } = await startServer();
const results = SCENARIOS.map((scenario) =>
  check(`scenario ${scenario}`, [process.execPath, SUITE, 'server', '--url', url, '--scenario', scenario], (text) =>
    /Passed: (\d+)\/\1, 0 failed, 0 warnings/.test(text),
  ),
);
child.kill('SIGTERM');
if (process.argv.includes('--inspector')) {
  const inspect = ['npx', '-y', INSPECTOR, '--cli', process.execPath, BIN];
  const call = ['--method', 'tools/call', '--tool-name', 'perfxpert_arch_lookup_peaks', '--tool-arg', 'gfx_id=gfx942'];
  results.push(
    check('inspector tools/list', [...inspect, '--method', 'tools/list'], (text) => JSON.parse(text).tools.length > 48),
    check('inspector tools/call', [...inspect, ...call], (text) => text.includes('81.7')),
  );
}
process.exitCode = results.every(Boolean) ? 0 : 1;
