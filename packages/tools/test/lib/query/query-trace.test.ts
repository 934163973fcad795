import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import BetterSqlite3 from 'better-sqlite3';
import { QUERY_TABLES, queryTrace } from '../../../src/index.js';
import type { QueryResult } from '../../../src/index.js';

// Busy machines are slow.
jest.setTimeout(60_000);

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-query-'));
const trace = path.join(root, 'trace.db');

beforeAll(() => {
  const start = 9_100_000_000_000_003n;
  const at = (offset: number) => start + BigInt(offset);
  buildTrace(
    {
      processes: [
        {
          pid: 1,
          environment: { RANK: '0' },
          kernels: [
            {
              name: 'gemm',
              startNs: at(100),
              endNs: at(400),
              stream: 3,
              vgpr: 64,
              stackId: 9,
              counters: { SQ_WAVES: [2, 3] },
            },
            { name: "it's; DROP TABLE kernels --", startNs: at(400), endNs: at(500) },
          ],
          copies: [{ startNs: at(0), endNs: at(50), bytes: 4_096 }],
          regions: [
            { name: 'hipLaunchKernel', startNs: at(10), endNs: at(20), stackId: 9 },
            { message: 'step', startNs: at(5), endNs: at(450) },
          ],
          samples: [
            { timestampNs: at(7), message: 'mark' },
            { timestampNs: at(8), values: { power: 1.5 }, units: { power: 'W' } },
          ],
        },
        { pid: 2, kernels: [{ name: 'other', startNs: at(1_000), endNs: at(1_001) }] },
      ],
    },
    { path: trace },
  );
  // A view and a table of the file that a query must never reach
  const database = new BetterSqlite3(trace);
  database.exec("drop view if exists kernels; create view kernels as select 'forged' as name; create table secret (x)");
  database.close();
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const query = (sql: string, more: { max_rows?: number } = {}): Promise<QueryResult> =>
  queryTrace({ database_path: trace, sql, ...more });
const rowsOf = async (sql: string) => (await query(sql)).rows;

describe('queryTrace', () => {
  it('reads our tables, never the views of the file', async () => {
    expect(await query('select name, duration_ns, stream, vgpr from kernels order by start_ns, name')).toEqual({
      columns: ['name', 'duration_ns', 'stream', 'vgpr'],
      rows: [
        ['gemm', 300, 3, 64],
        ["it's; DROP TABLE kernels --", 100, expect.anything(), expect.anything()],
        ['other', 1, expect.anything(), expect.anything()],
      ],
      row_count: 3,
      truncated: false,
    });
  });

  it('has one axis for the processes of a machine', async () => {
    expect(
      await rowsOf('select pid, start_ns, end_ns from kernels join processes using (process) order by start_ns'),
    ).toEqual([
      [1, 100, 400],
      [1, 400, 500],
      [2, 1_000, 1_001],
    ]);
    expect(await rowsOf('select pid, rank, origin_ns from processes order by 1')).toEqual([
      [1, 0, '9100000000000003'],
      [2, null, '9100000000000003'],
    ]);
  });

  it('has an axis of its own for each file that names no machine', async () => {
    const kernel = (start: bigint) => ({ kernels: [{ name: 'k', startNs: start, endNs: start + 10n }] });
    const built = buildTrace({ processes: [kernel(9_100_000_000_000_003n), kernel(5n)] }, { layout: 'rpd' });
    const { rows } = await queryTrace({
      database_path: built.paths,
      sql: 'select process, start_ns, origin_ns from kernels join processes using (process) order by 1',
    });
    built.dispose();
    expect(rows).toEqual([
      [0, 0, '9100000000000003'],
      [1, 0, '5'],
    ]);
  });

  it('joins calls with kernels, counters with kernels', async () => {
    expect(
      await rowsOf('select r.name, k.name from regions r join kernels k using (process, stack_id) where stack_id <> 0'),
    ).toEqual([['hipLaunchKernel', 'gemm']]);
    expect(
      await rowsOf(
        'select k.name, c.name, sum(value) from counters c join kernels k on k.id = c.kernel_id group by 1, 2',
      ),
    ).toEqual([['gemm', 'SQ_WAVES', 5]]);
  });

  it('has copies, markers, metrics and agents', async () => {
    expect(await rowsOf('select direction, bytes, source, destination, duration_ns from copies')).toEqual([
      ['Host-to-Device', 4_096, 'CPU 0', 'GPU 0', 50],
    ]);
    expect(await rowsOf('select text, kind, start_ns, duration_ns from markers order by start_ns')).toEqual([
      ['step', 'range', 5, 445],
      ['mark', 'mark', 7, 0],
    ]);
    expect(await rowsOf('select name, unit, time_ns, value from metrics')).toEqual([['power', 'W', 8, 1.5]]);
    expect(await rowsOf("select process, device, type from agents where type = 'GPU'")).toEqual([
      [0, 'GPU 0', 'GPU'],
      [1, 'GPU 0', 'GPU'],
    ]);
  });

  it.each(Object.entries(QUERY_TABLES))('has the documented columns of %s', async (table, columns) => {
    expect((await query(`select * from "${table}" limit 1`)).columns).toEqual(columns.map(({ name }) => name));
  });

  it('cuts the rows at the limit and says so', async () => {
    expect(await query('select name from kernels', { max_rows: 2 })).toMatchObject({ row_count: 2, truncated: true });
    expect(await query('select name from kernels', { max_rows: 3 })).toMatchObject({ row_count: 3, truncated: false });
  });

  it('gives integers beyond 2^53 as text and blobs as hexadecimal', async () => {
    expect(await rowsOf("select 9007199254740993, x'00ff', null, 1.5, 9e999")).toEqual([
      ['9007199254740993', "x'00ff'", null, 1.5, 'Infinity'],
    ]);
  });

  it.each([
    'insert into kernels (id) values (1)',
    'update kernels set name = 1',
    'delete from kernels',
    'drop table kernels',
    'create table t (x)',
    'with x as (select 1) delete from kernels',
    "attach 'other.db' as other",
    "select 1; attach 'x' as y",
    'pragma query_only = off',
    'pragma writable_schema = 1',
    'vacuum into "copy.db"',
    "select load_extension('x')",
    'select 1; select 2',
    'begin',
    'explain select 1',
    '-- nothing',
    '',
  ])('refuses %j', async (sql) => {
    await expect(query(sql)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(fs.readdirSync(root)).toEqual(['trace.db']);
  });

  it.each([
    "select ';' as a; -- end",
    "select 'pragma; attach' -- drop\n",
    'select "name" from [kernels] /* ; */ limit 1;',
  ])('takes %j for one statement', async (sql) => {
    expect((await query(sql)).row_count).toBe(1);
  });

  it('refuses what SQLite does not understand, in one line', async () => {
    await expect(query('select nope from kernels')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'The query was refused: no such column: nope.',
    });
    await expect(query('select * from secret')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(query('select * from main.rocpd_string')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('raises the errors of a trace that cannot be read', async () => {
    await expect(queryTrace({ database_path: '/nonexistent.db', sql: 'select 1' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('stops when the caller gives up', async () => {
    const run = queryTrace({ database_path: trace, sql: 'select 1' }, { signal: AbortSignal.abort() });
    await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
