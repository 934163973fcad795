import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { wireName } from '@perfxpert/agents/tools';
import { newFolder } from './support/connect.js';
import { mutate, seededRandom } from './support/mutate.js';
import { startRaw } from './support/raw-client.js';
import { validCalls, writeExamples } from './support/valid-calls.js';

jest.setTimeout(600_000);

const COUNT = 2000;
const AT_ONCE = 25;
const CODES = [
  'INVALID_ARGUMENT',
  'UNKNOWN_ID',
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'OUTSIDE_ROOT',
  'NOT_A_TRACE',
  'DAMAGED',
  'BUSY',
  'SCHEMA_UNSUPPORTED',
];

/** Every file below a folder with its size, time of change and content. */
function snapshot(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const stats = fs.statSync(file);
      const content = stats.isFile() ? createHash('sha256').update(fs.readFileSync(file)).digest('hex') : '';
      return `${file} ${stats.size} ${stats.mtimeMs} ${stats.mode} ${content}`;
    })
    .sort();
}

/** Memory of a process in MiB; null on systems that do not tell. */
function residentMib(pid: number | undefined): number | null {
  const file = `/proc/${pid}/status`;
  if (!fs.existsSync(file)) return null;
  return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(file, 'utf8'))?.[1]) / 1024;
}

describe('two thousand changed calls', () => {
  it('get one answer each, and leave process, memory and files as they were', async () => {
    const folder = newFolder();
    const calls = validCalls(writeExamples(folder));
    const before = snapshot(folder);
    const server = await startRaw([], folder);
    const random = seededRandom(20_261);
    const bad: unknown[] = [];
    let warmMib: number | null = null;
    for (let done = 0; done < COUNT; done += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, (_, index) => {
        const [key, input] = calls[(done + index) % calls.length] ?? ['', {}];
        return mutate(wireName(key), input, random);
      });
      const answers = await Promise.all(batch.map((parameters) => server.request('tools/call', parameters)));
      answers.forEach(({ result, error }, index) => {
        const code = (result?.['structuredContent'] as Record<string, unknown> | undefined)?.['code'];
        const isFine =
          error !== undefined ? error.code === -32602 : result?.['isError'] !== true || CODES.includes(String(code));
        if (!isFine) bad.push([batch[index], code ?? error]);
      });
      if (done === COUNT / 2) warmMib = residentMib(server.child.pid);
    }
    expect(bad).toEqual([]);
    const ids = [...server.answers.entries()];
    expect(ids.filter(([, messages]) => messages.length !== 1)).toEqual([]);
    expect(ids).toHaveLength(COUNT + 1);
    expect(server.noise).toEqual([]);
    const endMib = residentMib(server.child.pid);
    // The second thousand keeps nothing: what differs is the breath of the garbage collector.
    if (warmMib !== null && endMib !== null) expect(endMib - warmMib).toBeLessThan(150);
    expect((await server.request('ping', {})).result).toEqual({});
    expect(snapshot(folder)).toEqual(before);
    expect(await server.close()).toBe(0);
  });
});
