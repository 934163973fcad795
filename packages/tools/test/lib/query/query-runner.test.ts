import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { KernelSpec } from '@perfxpert/rocpd/testing';
import { QueryRunner } from '../../../src/lib/query/run-query.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-query-runner-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const kernel = (name: string, startNs: number): KernelSpec => ({ name, startNs, endNs: startNs + 10 });

function traceOf(file: string, ...names: string[]): string {
  const target = path.join(folder, file);
  fs.rmSync(target, { force: true });
  buildTrace(
    {
      kernels: names.map((name, index) => kernel(name, 100 * index)),
      regions: [{ name: 'hipLaunchKernel', startNs: 0, endNs: 5 }],
    },
    { path: target },
  );
  return target;
}

async function rowsOf(runner: QueryRunner, file: string, sql: string): Promise<unknown> {
  const limits = { maxRows: 10, maxBytes: 1 << 20, memoryBytes: 0 };
  return (await runner.run({ paths: [file], sql, ...limits })).rows;
}

describe('QueryRunner', () => {
  it('answers one query after the other, about other tables too', async () => {
    const runner = new QueryRunner();
    const file = traceOf('tables.db', 'a', 'b');
    expect(await rowsOf(runner, file, 'select name from kernels order by id')).toEqual([['a'], ['b']]);
    expect(await rowsOf(runner, file, 'select name from regions')).toEqual([['hipLaunchKernel']]);
    const both = 'select count(*) from kernels, regions, processes';
    expect(await rowsOf(runner, file, both)).toEqual([[2]]);
  });

  it('reads a trace anew that was changed, and another one', async () => {
    const runner = new QueryRunner();
    const count = 'select count(*) from kernels';
    const file = traceOf('changed.db', 'a');
    expect(await rowsOf(runner, file, count)).toEqual([[1]]);
    traceOf('changed.db', 'a', 'b', 'c');
    expect(await rowsOf(runner, file, count)).toEqual([[3]]);
    expect(await rowsOf(runner, traceOf('other.db', 'a', 'b'), count)).toEqual([[2]]);
  });

  it('goes on after what is refused, and lets nothing be changed', async () => {
    const runner = new QueryRunner();
    const file = traceOf('refused.db', 'a');
    const names = 'select name from kernels';
    expect(await rowsOf(runner, file, names)).toEqual([['a']]);
    for (const sql of ['select nothing from kernels', 'delete from kernels', 'select 1; select 2'])
      await expect(rowsOf(runner, file, sql)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(rowsOf(runner, path.join(folder, 'missing.db'), names)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await rowsOf(runner, file, names)).toEqual([['a']]);
  });
});
