import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { main } from '../src/main.js';
import { renderCsv } from '../src/render/csv/render-csv.js';
import { renderMarkdown } from '../src/render/markdown/render-markdown.js';
import { renderJson } from '../src/render/render-json.js';
import { renderText } from '../src/render/text/render-text.js';
import { fullReport } from './fixtures/full-report.js';
import { memoryIo } from './fixtures/memory-io.js';
import { runMain } from './fixtures/run-main.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

function fileWith(text: string): string {
  const file = path.join(newFolder(), 'report.json');
  fs.writeFileSync(file, text);
  return file;
}

describe('perfxpert render', () => {
  it('draws a report as analyze did, without the trace', async () => {
    const report = fullReport();
    const file = fileWith(renderJson(report));
    const drawn = async (format: string) => (await runMain(['render', file, '--format', format])).stdout;
    expect(await drawn('text')).toBe(renderText(report, { width: 92, isUnicode: true, isColored: false }));
    expect(await drawn('json')).toBe(renderJson(report));
    expect(await drawn('markdown')).toBe(renderMarkdown(report));
    expect(await drawn('csv')).toBe(renderCsv(report));
    expect(await drawn('webview')).toMatch(/^<!doctype html>/i);
  });

  it('writes several formats beside each other', async () => {
    const folder = newFolder();
    const file = fileWith(renderJson(fullReport()));
    const { code, stdout } = await runMain(['render', file, '--format', 'html,md', '-d', folder]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(fs.readdirSync(folder).sort()).toEqual(['report.html', 'report.md']);
  });

  it('takes --section', async () => {
    const { stdout } = await runMain(['render', fileWith(renderJson(fullReport())), '--section', 'roofline']);
    expect(stdout).toContain('ROOFLINE');
    expect(stdout).not.toContain('KERNELS');
  });

  it.each([
    ['no JSON', 'SQLite format 3', /report\.json is no JSON; give what analyze --format json wrote/],
    ['another JSON', '{"hello": [1]}', /is no PerfXpert report/],
    ['null', 'null', /is no PerfXpert report/],
    ['another version', '{"schema_version": "0.3.4"}', /is a report of version 0\.3\.4, not 0\.4\.0/],
    ['a part of one', JSON.stringify({ schema_version: '0.4.0', hotspots: [] }), /is no whole PerfXpert report/],
    [
      'wrong values',
      JSON.stringify({ ...fullReport(), primary_bottleneck: 'magic' }),
      /primary_bottleneck is not as it should be/,
    ],
  ])('says in one line that %s is no report', async (_what, text, message) => {
    const { code, stdout, stderr } = await runMain(['render', fileWith(text)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^perfxpert: [^\n]+\n$/);
  });

  it('is interrupted while it waits for a pipe that nobody writes to', async () => {
    const pipe = path.join(newFolder(), 'pipe.json');
    execFileSync('mkfifo', [pipe]);
    const interrupt = new AbortController();
    const running = main(['render', pipe], memoryIo({ signal: interrupt.signal }));
    setTimeout(() => interrupt.abort(), 50);
    expect(await running).toBe(130);
    // Lets the read end that still waits.
    fs.closeSync(fs.openSync(pipe, fs.constants.O_RDWR | fs.constants.O_NONBLOCK));
  });

  it('names a file that is not there', async () => {
    expect(await runMain(['render', 'missing.json'])).toMatchObject({
      code: 2,
      stderr: 'perfxpert: missing.json: no such file\n',
    });
    expect((await runMain(['render'])).stderr).toMatch(/give a report; usage: perfxpert render/);
  });
});
