// Writes the example trace that the demo and the README show. `node scripts/make-example.mjs FILE`
import fs from 'node:fs';
import { exampleTrace } from '@perfxpert/rocpd/testing';

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('usage: node scripts/make-example.mjs FILE\n');
  process.exit(2);
}
fs.rmSync(file, { force: true });
exampleTrace(file);
