import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { generateTrace } from '@perfxpert/rocpd/testing';
import { callTool } from '../../src/tool/call-tool.js';
import { createToolContext } from '../../src/tool/tool-context.js';
import { createTraceCache } from '../../src/tool/trace-cache.js';
import { TOOLS } from '../../src/catalog/index.js';
import { diagnosis } from '../../src/catalog/modules.js';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-cache-'));
const make = (name: string, dispatches = 50, seed = 1): string =>
  generateTrace({ path: path.join(root, name), dispatches, seed }).path;

afterAll(() => {
  fs.rmSync(root, { recursive: true, force: true });
});

describe('a cache of traces', () => {
  it('reads a process once, and gives the same columns to everyone', async () => {
    const cache = createTraceCache();
    const file = make('once.db');
    const [first, second] = [cache.openTrace(file), cache.openTrace(file)];
    const columns = await first.loadProcess(first.processes[0]!);
    first.close();
    expect(await second.loadProcess(second.processes[0]!)).toBe(columns);
    second.close();
    const third = cache.openTrace([file]);
    expect(await third.loadProcess(third.processes[0]!)).toBe(columns);
    third.close();
    cache.close();
  });

  it('reads a file anew that was written', async () => {
    const cache = createTraceCache();
    const file = make('changed.db', 50);
    const before = cache.openTrace(file);
    expect((await before.loadProcess(before.processes[0]!)).dispatches.count).toBe(50);
    before.close();
    fs.rmSync(file);
    make('changed.db', 70, 2);
    const after = cache.openTrace(file);
    expect((await after.loadProcess(after.processes[0]!)).dispatches.count).toBe(70);
    after.close();
    cache.close();
  });

  it('lets go of the least recently used trace, but of none that is in use', async () => {
    const cache = createTraceCache({ maxTraces: 1 });
    const files = [make('a.db', 10, 3), make('b.db', 20, 4)];
    const [a, b] = files.map((file) => cache.openTrace(file));
    const columns = await a!.loadProcess(a!.processes[0]!);
    expect((await b!.loadProcess(b!.processes[0]!)).dispatches.count).toBe(20);
    expect(await a!.loadProcess(a!.processes[0]!)).toBe(columns);
    b!.close();
    a!.close();
    const again = cache.openTrace(files[1]!);
    expect((await again.loadProcess(again.processes[0]!)).dispatches.count).toBe(20);
    again.close();
    again.close();
    cache.close();
  });

  it('keeps no columns beyond its memory, and nothing after it was closed', async () => {
    const file = make('small.db');
    const cache = createTraceCache({ maxBytes: 100 });
    const trace = cache.openTrace(file);
    const columns = await trace.loadProcess(trace.processes[0]!);
    expect(await trace.loadProcess(trace.processes[0]!)).not.toBe(columns);
    cache.close();
    // Still in use: it is closed when it is given back.
    expect((await trace.loadProcess(trace.processes[0]!)).dispatches.count).toBe(50);
    trace.close();
    await expect(trace.loadProcess(trace.processes[0]!)).rejects.toMatchObject({ code: expect.any(String) });
    const late = cache.openTrace(file);
    expect(late.processes).toHaveLength(1);
    late.close();
  });

  it('passes errors on, and folders to the reader', () => {
    const cache = createTraceCache();
    expect(() => cache.openTrace(path.join(root, 'missing.db'))).toThrow(/missing\.db/);
    make('folder.db');
    expect(cache.openTrace(root).searchedFolders).toHaveLength(1);
    cache.close();
  });

  it('changes nothing of what tools answer', async () => {
    const cache = createTraceCache();
    const context = createToolContext({ openTrace: (paths) => cache.openTrace(paths) });
    const input = { database_path: make('tools.db', 300, 5) };
    for (const tool of TOOLS.filter(
      ({ key }) => key.startsWith('trace_analysis.') || key.startsWith('diagnosis.diag'),
    )) {
      const plain = await callTool(tool, input);
      expect(await callTool(tool, input, context)).toEqual(plain);
      expect(await callTool(tool, input, context)).toEqual(plain);
    }
    cache.close();
  });

  it('has an open trace read once for the same question, and again for a closed one', async () => {
    // No columns are kept, so that each reading shows.
    const cache = createTraceCache({ maxBytes: 100, maxTraces: 1 });
    let readings = 0;
    const context = createToolContext({
      openTrace(paths) {
        const trace = cache.openTrace(paths);
        return {
          ...trace,
          loadProcess(process, options) {
            readings++;
            return trace.loadProcess(process, options);
          },
        };
      },
    });
    const ask = (name: string, kernels: number) =>
      diagnosis.diagnoseTrace({ database_path: path.join(root, name), top_kernels: kernels }, context);
    make('asked.db', 300, 6);
    make('other.db', 300, 7);
    const first = await ask('asked.db', 5);
    expect(readings).toBe(1);
    expect(await ask('asked.db', 5)).toEqual(first);
    expect(readings).toBe(1);
    expect((await ask('asked.db', 2)).hotspots).toHaveLength(2);
    expect(readings).toBe(2);
    await ask('other.db', 5);
    expect(await ask('asked.db', 5)).toEqual(first);
    expect(readings).toBe(4);
    cache.close();
  });
});
