// Puts real output into README.md: each fenced block after a line `<!-- run: ARGS | head N -->` holds what
// `perfxpert ARGS` prints for the example trace `training.db`. `--check` fails if the file is not up to date.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { exampleTrace } from '@perfxpert/rocpd/testing';
import { root } from './run.mjs';

const FILE = path.join(root, 'README.md');
const BIN = path.join(root, 'packages/cli/dist/bin.js');
const BLOCK = /(<!-- run: (.+?)(?: \| lines (\d+)-(\d+))? -->\n```[a-z]*\n)[\s\S]*?(```\n)/g;
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-readme-'));

function outputOf(args, from, to) {
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8' };
  const text = execFileSync(process.execPath, [BIN, ...args.split(' ')], { cwd: work, env, encoding: 'utf8' });
  const lines = text.trimEnd().split('\n');
  const part = from === undefined ? lines : lines.slice(Number(from) - 1, Number(to));
  return `$ perfxpert ${args}\n\n${part.join('\n').trimEnd()}\n${part.length < lines.length ? '...\n' : ''}`;
}

try {
  exampleTrace(path.join(work, 'training.db'));
  const before = fs.readFileSync(FILE, 'utf8');
  const after = before.replace(BLOCK, (_whole, head, args, from, to, tail) => head + outputOf(args, from, to) + tail);
  if (process.argv.includes('--check')) {
    if (after !== before) {
      process.stderr.write('README.md shows old output: run node scripts/readme.mjs\n');
      process.exitCode = 1;
    }
  } else fs.writeFileSync(FILE, after);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
