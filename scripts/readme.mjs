// Puts real output into README.md: each fenced block after a line `<!-- run: ARGS | head N -->` holds what
// `perfxpert ARGS` prints for the example trace `training.db`, or for `slower.db`, the same run with a slower kernel.
// `--check` fails if the file is not up to date.
import { spawnSync } from 'node:child_process';
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
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args.split(' ')], {
    ...{ cwd: work, env, encoding: 'utf8' },
  });
  // 1 is a check that failed, which is what such a block shows
  if (status !== 0 && status !== 1) throw new Error(`perfxpert ${args}: exit code ${status}: ${stderr}`);
  const lines = stdout.trimEnd().split('\n');
  const part = from === undefined ? lines : lines.slice(Number(from) - 1, Number(to));
  const cut = part.length < lines.length ? '...\n' : '';
  const outcome = status === 1 ? `${stderr}$ echo $?\n1\n` : '';
  return `$ perfxpert ${args}\n\n${part.join('\n').trimEnd()}\n${cut}${outcome}`;
}

try {
  exampleTrace(path.join(work, 'training.db'));
  exampleTrace(path.join(work, 'slower.db'), { attentionFactor: 1.3 });
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
