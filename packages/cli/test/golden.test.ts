import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { main } from '../src/main.js';
import { EXAMPLE_TRACES } from './fixtures/example-traces.js';
import { memoryIo } from './fixtures/memory-io.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

/**
 * Text reports of example traces, whole. After a change that is meant, write them anew and read the difference:
 * `PERFXPERT_UPDATE_GOLDEN=1 node --experimental-vm-modules node_modules/jest/bin/jest.js --selectProjects cli -- golden`
 */
const SHOULD_UPDATE = process.env['PERFXPERT_UPDATE_GOLDEN'] === '1';
const GOLDEN = path.join(import.meta.dirname, 'golden');
const ARGUMENTS = ['analyze', '-i', 'trace.db', '--no-timestamps'];

const newFolder = useTemporaryFolders();
const home = process.cwd();
afterEach(() => process.chdir(home));

describe.each(Object.entries(EXAMPLE_TRACES))('text report of %s', (name, spec) => {
  it('is as it was', async () => {
    const folder = newFolder();
    buildTrace(spec, { path: path.join(folder, 'trace.db') });
    // The report shows the path as given, and a temporary folder has a new name each time.
    process.chdir(folder);
    const io = memoryIo({ cwd: folder });
    expect(await main(ARGUMENTS, io)).toBe(0);
    expect(io.stderr.text).toBe('');
    const file = path.join(GOLDEN, `${name}.txt`);
    if (SHOULD_UPDATE) fs.writeFileSync(file, io.stdout.text);
    expect(io.stdout.text).toBe(fs.readFileSync(file, 'utf8'));
  });
});

describe('test/golden', () => {
  it('holds the reports of the examples and nothing else', () => {
    expect(fs.readdirSync(GOLDEN).sort()).toEqual(
      Object.keys(EXAMPLE_TRACES)
        .map((name) => `${name}.txt`)
        .sort(),
    );
  });
});
