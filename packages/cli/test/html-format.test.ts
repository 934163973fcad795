import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { main } from '../src/main.js';
import { EXAMPLE_TRACES } from './fixtures/example-traces.js';
import { byId, parsePage, textOf } from './fixtures/html-page.js';
import { memoryIo } from './fixtures/memory-io.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

/** Runs the command on an example trace in a folder of its own. */
async function analyze(name: string, ...words: string[]) {
  const folder = newFolder();
  buildTrace(EXAMPLE_TRACES[name]!, { path: path.join(folder, 'trace.db') });
  const io = memoryIo({ cwd: folder });
  const code = await main(['analyze', '-i', path.join(folder, 'trace.db'), '--no-timestamps', ...words], io);
  const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
  return { code, io, read, files: () => fs.readdirSync(folder).sort() };
}

describe('analyze --format html', () => {
  it('writes a page beside other formats, with the timeline of the trace', async () => {
    const { code, read, files } = await analyze('training', '--format', 'html,json', '-o', 'report');
    expect(code).toBe(0);
    expect(files()).toEqual(['report.html', 'report.json', 'trace.db']);
    const page = parsePage(read('report.html'));
    expect(page.errors).toEqual([]);
    expect(byId(page, 'timeline-data')).toBeDefined();
    expect(JSON.parse(textOf(byId(page, 'report-data')))).toEqual(JSON.parse(read('report.json')));
  });

  it('is the same as webview, and the same each time', async () => {
    const pages = await Promise.all(
      ['html', 'webview'].map(async (format) => (await analyze('overlap', '--format', format)).io.stdout.text),
    );
    // The folder of each run has a name of its own.
    const [first, second] = pages.map((page) => page.replaceAll(/\/[^"<]*\/trace\.db/g, 'trace.db'));
    expect(first).toBe(second);
    expect(first).toMatch(/^<!doctype html>/);
  });

  it.each(Object.keys(EXAMPLE_TRACES))('makes a page without parse errors of %s', async (name) => {
    const { code, io } = await analyze(name, '--format', 'html');
    expect(code).toBe(0);
    expect(parsePage(io.stdout.text).errors).toEqual([]);
  });
});

describe('analyze --redact-paths (S9)', () => {
  it.each(['html', 'json', 'text'])('leaves the folder of the trace out of %s', async (format) => {
    const { io } = await analyze('training', '--format', format, '--redact-paths');
    expect(io.stdout.text).toContain('trace.db');
    expect(io.stdout.text).not.toContain(`${path.sep}trace.db`);
  });
});
