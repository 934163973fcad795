// `npm run demo`: installs if needed, builds, makes an example trace and analyses it.
import fs from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { root, runNode } from './run.mjs';

ensureInstalled();
runNode(['scripts/build.mjs', '--no-types']);
const folder = path.join(root, 'demo-output');
fs.mkdirSync(folder, { recursive: true });
const trace = path.join(folder, 'training.db');
runNode(['scripts/make-example.mjs', trace]);
process.stderr.write(`\n$ perfxpert analyze -i ${path.relative(root, trace)}\n\n`);
runNode(['packages/cli/dist/bin.js', 'analyze', '-i', path.relative(root, trace)]);
process.stderr.write('\nThe command is packages/cli/dist/bin.js; try --format json, or your own trace.\n');
