import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { connect } from './support/connect.js';
import type { Connection } from './support/connect.js';

jest.setTimeout(120_000);

let server: Connection;
beforeAll(async () => {
  server = await connect();
});

const hotspotsOf = (file: string, more: Record<string, unknown> = {}) =>
  server.call('trace_analysis_hotspots', { database_path: file, ...more });

describe('inputs that are no traces', () => {
  it.each<[string, string, (file: string) => void, RegExp]>([
    ['hard input 2', 'notes.db', (file) => fs.writeFileSync(file, 'notes\n'.repeat(100)), /a text file/],
    ['hard input 2', 'none.db', (file) => fs.writeFileSync(file, ''), /an empty file/],
    [
      'hard input 4',
      'cut.db',
      (file) => {
        buildTrace({ kernels: [{ name: 'gemm', startNs: 0, endNs: 1 }] }, { path: file });
        fs.truncateSync(file, 20_000);
      },
      /damaged or cut off/,
    ],
    ['hard input 6', 'missing.db', () => {}, /no such file/],
    ['hard input 6', 'hollow', (folder) => fs.mkdirSync(folder), /no traces/],
  ])('%s: %s is an error that says what it is, without a stack', async (_, name, make, message) => {
    const file = path.join(server.folder, name);
    make(file);
    const { isError, text } = await hotspotsOf(file);
    expect(isError).toBe(true);
    expect(text).toMatch(message);
    expect(text).not.toMatch(/ {4}at /);
  });
});

describe('hard input 40: very many distinct names', () => {
  it('an answer stays small, counts what it left out, and leads to it', async () => {
    const file = path.join(server.folder, 'many.db');
    const nameOf = (index: number): string => `kernel_${String(index)}_${'x'.repeat(200)}`;
    const kernels = Array.from({ length: 1500 }, (_, index) => ({
      name: nameOf(index),
      startNs: 10_000 * index,
      endNs: 10_000 * index + 9000 - index,
    }));
    buildTrace({ kernels }, { path: file });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { payload } = await hotspotsOf(file, { top_n: 1000, ...(cursor === undefined ? {} : { cursor }) });
      expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(24_000);
      expect(payload).toMatchObject({ total_count: 1000 });
      const rows = payload['result'] as { name: string }[];
      expect(rows.length).toBeGreaterThan(0);
      names.push(...rows.map(({ name }) => name));
      cursor = payload['cursor'] as string | undefined;
    } while (cursor !== undefined && names.length < 1000);
    // The longest kernel first: each is 1 ns shorter than the one before.
    expect(names).toEqual(Array.from({ length: 1000 }, (_, index) => nameOf(index)));
  });
});
