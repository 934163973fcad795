import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { main } from '../src/main.js';
import { renderHtml } from '../src/render/html/render-html.js';
import { renderJson } from '../src/render/render-json.js';
import { fullReport } from './fixtures/full-report.js';
import { MemoryStream, memoryIo } from './fixtures/memory-io.js';
import { runMain } from './fixtures/run-main.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

function reportFile(): string {
  const file = path.join(newFolder(), 'report.json');
  fs.writeFileSync(file, renderJson(fullReport()));
  return file;
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
  readonly type: string | undefined;
}

function ask(url: string, options: http.RequestOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent: false, ...options }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode, body, type: response.headers['content-type'] }));
    });
    request.on('error', reject);
    request.end();
  });
}

/** Serves a report while `use` runs. */
async function whileServing(use: (url: string) => Promise<void>): Promise<number> {
  const interrupt = new AbortController();
  let told: (url: string) => void = () => {};
  const url = new Promise<string>((resolve) => (told = resolve));
  const stdout = new MemoryStream();
  const write = stdout.write.bind(stdout);
  stdout.write = (text, callback) => {
    told(String(text).trim());
    return write(text, callback);
  };
  const running = main(['serve', reportFile()], memoryIo({ stdout, signal: interrupt.signal }));
  try {
    await use(await url);
  } finally {
    interrupt.abort();
  }
  return running;
}

describe('perfxpert serve', () => {
  it('serves the page and the report on the loopback address until it is interrupted', async () => {
    const code = await whileServing(async (url) => {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      expect(await ask(url)).toEqual({
        status: 200,
        type: 'text/html; charset=utf-8',
        body: renderHtml(fullReport(), { timeline: null }),
      });
      expect((await ask(`${url}report.json`)).body).toBe(renderJson(fullReport()));
    });
    expect(code).toBe(130);
  });

  it('answers nothing else: other paths, methods and names of hosts', async () => {
    await whileServing(async (url) => {
      expect((await ask(`${url}../../etc/passwd`)).status).toBe(404);
      expect((await ask(url, { method: 'POST' })).status).toBe(405);
      expect(await ask(url, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
      expect((await ask(url, { headers: { host: 'evil.example' } })).status).toBe(403);
    });
  });

  it.each([
    [['serve'], /give a report or traces/],
    [['serve', 'a.json', '-i', 'b.db'], /give a report or traces/],
    [['serve', 'missing.json'], /missing\.json: no such file/],
    [['serve', 'a.json', '--port', '70000'], /--port 70000: give a number/],
  ])('exit 2 for %j', async (argv, message) => {
    const { code, stderr } = await runMain(argv);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('says so where the port is taken', async () => {
    await whileServing(async (url) => {
      const { code, stderr } = await runMain(['serve', reportFile(), '--port', new URL(url).port]);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/another program uses it/) });
    });
  });
});
