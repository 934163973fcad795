import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from '@jest/globals';
import { openPages, PageFile } from '../../src/pages/page-file.js';
import { readRowsOfPages } from '../../src/pages/read-rows-of-pages.js';
import { RecordReader } from '../../src/pages/record-reader.js';
import type { RecordField } from '../../src/pages/record-reader.js';
import { buildTrace, generateTrace } from '../../src/testing/index.js';
import type { ProcessColumns } from '../../src/trace.js';
import { loadAll } from '../__fixtures__/load-all.js';
import { SPEC } from '../__fixtures__/sample-process.js';
import { describeWithTraces, readFacts, recording } from '../__fixtures__/shared-traces.js';
import { change } from '../__fixtures__/tamper.js';
import { temporaryFolder } from '../__fixtures__/temporary-folder.js';

const root = temporaryFolder();
/** What SQLite uses for a value that JavaScript can't hold: the highest exact integer plus one. */
const BEYOND_EXACT = 2n ** 53n;

/** All that a load found, look-ups aside. */
function found(columns: readonly ProcessColumns[]) {
  return columns.map(
    ({ details: _details, copyDetails: _copyDetails, points: _points, process: _process, ...rest }) => rest,
  );
}

/** The columns of a file with and without its pages being read; a failure counts as its code. */
async function bothWays(file: string) {
  const ways = await Promise.all(
    [true, false].map(async (readsPages) => {
      try {
        return found(await loadAll(file, { readsPages, threads: 1 }));
      } catch (error) {
        return (error as { code?: string }).code ?? String(error);
      }
    }),
  );
  return { pages: ways[0], sql: ways[1] };
}

/** Rows of a table as its pages have them; null where they are left to SQLite. */
function rowsOf(file: string, table: string, fields: readonly RecordField[], last = 1000, origin = 0n) {
  const database = new BetterSqlite3(file, { readonly: true });
  const rootPage = database.prepare('select rootpage from sqlite_master where name = ?').pluck().get(table) as number;
  database.close();
  const pages = openPages(file);
  if (pages === null) return null;
  try {
    const pageFile = new PageFile(pages.source);
    const reader = new RecordReader(pageFile.view, fields, origin);
    const rows: (number | null)[][] = [];
    const isRead = readRowsOfPages(pageFile, reader, rootPage, { first: 1, last }, () => rows.push([...reader.values]));
    return isRead ? rows : null;
  } finally {
    pages.close();
  }
}

function database(name: string, ...statements: readonly string[]): string {
  const file = path.join(root, name);
  const handle = new BetterSqlite3(file);
  for (const statement of statements) handle.exec(statement);
  handle.close();
  return file;
}

describe('rows of pages', () => {
  const value = (column: number): RecordField => ({ kind: 'value', column });

  it('are numbers as SQLite gives them, of every size', () => {
    const values = [0, 1, -1, 127, -128, 32_767, -32_768, 8_388_607, -8_388_608, 2 ** 31 - 1, -(2 ** 31), 2 ** 47 - 1];
    const all = [...values, -(2 ** 47), 2 ** 53 - 1, -(2 ** 53 - 1), 1.5, -2.25, 1e300];
    const file = database('sizes.db', 'create table t (id integer primary key, v)');
    const handle = new BetterSqlite3(file);
    const insert = handle.prepare('insert into t (v) values (?)');
    for (const one of all) insert.run(Number.isInteger(one) && Math.abs(one) < 2 ** 53 ? BigInt(one) : one);
    insert.run(null);
    handle.close();
    expect(rowsOf(file, 't', [{ kind: 'rowid' }, value(1), { kind: 'none' }])).toEqual(
      [...all, null].map((one, index) => [index + 1, one, null]),
    );
  });

  it('hold exact distances of times beyond 2^53', () => {
    const start = 1_700_000_000_000_000_001n;
    const file = database(
      'times.db',
      'create table t (id integer primary key, a bigint, b bigint)',
      `insert into t (a, b) values (${start}, ${start + 7n}), (${start - 3n}, ${start - 1n}), (5, 9), (-1, 1)`,
    );
    const fields: readonly RecordField[] = [
      { kind: 'start', column: 1 },
      { kind: 'duration', from: 1, to: 2 },
    ];
    expect(rowsOf(file, 't', fields, 2, start)).toEqual([
      [0, 7],
      [-3, 2],
    ]);
    expect(rowsOf(file, 't', fields, 4, 1n)?.slice(2)).toEqual([
      [4, 4],
      [-2, 2],
    ]);
  });

  it.each([
    ['text', "'7'"],
    ['a blob', "x'37'"],
    ['an integer that JavaScript cannot hold', String(BEYOND_EXACT * 2n)],
  ])('are left to SQLite where a column holds %s', (_, sql) => {
    const file = database(
      `odd-${sql.length}.db`,
      'create table t (id integer primary key, v)',
      `insert into t (v) values (1), (${sql})`,
    );
    expect(rowsOf(file, 't', [value(1)])).toBeNull();
    expect(rowsOf(file, 't', [value(1)], 1)).toEqual([[1]]);
  });

  it('are left to SQLite where a column was added later, whose default no record holds', () => {
    const file = database(
      'added.db',
      'create table t (id integer primary key, v)',
      'insert into t (v) values (1)',
      'alter table t add column w integer default 5',
    );
    expect(rowsOf(file, 't', [value(1), value(2)])).toBeNull();
    expect(rowsOf(file, 't', [value(1)])).toEqual([[1]]);
  });

  it('are read where the record goes on in other pages, and left to SQLite where a column that counts lies there', () => {
    const long = 'x'.repeat(100_000);
    const file = database(
      'long.db',
      'pragma page_size = 512',
      'create table t (id integer primary key, v, text, w)',
      `insert into t (v, text, w) values (1, '${long}', 2), (3, 'short', 4)`,
    );
    expect(rowsOf(file, 't', [value(1)])).toEqual([[1], [3]]);
    expect(rowsOf(file, 't', [value(1), value(3)])).toBeNull();
  });

  it.each([512, 4096, 65_536])('are found in trees of pages of %i bytes, from any id to any id', (pageSize) => {
    const file = database(
      `tree-${String(pageSize)}.db`,
      `pragma page_size = ${String(pageSize)}`,
      'create table t (id integer primary key, v)',
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) insert into t select i, i * 3 from n where i % 7 > 0',
    );
    const rows = rowsOf(file, 't', [{ kind: 'rowid' }, value(1)], 20_000);
    const expected = Array.from({ length: 20_000 }, (_, index) => index + 1).filter((id) => id % 7 > 0);
    expect(rows).toEqual(expected.map((id) => [id, 3 * id]));
    expect(rowsOf(file, 't', [{ kind: 'rowid' }], 10_007)).toEqual(
      expected.filter((id) => id <= 10_007).map((id) => [id]),
    );
  });

  it('are left to SQLite in a tree that runs in circles', () => {
    const file = database(
      'circle.db',
      'pragma page_size = 512',
      'create table t (id integer primary key, v)',
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) insert into t select i, i from n',
    );
    const content = fs.readFileSync(file);
    // The root is page 2: its children become itself.
    const cells = content.readUInt16BE(512 + 3);
    for (let cell = 0; cell < cells; cell++) content.writeUInt32BE(2, 512 + content.readUInt16BE(512 + 12 + 2 * cell));
    fs.writeFileSync(file, content);
    expect(rowsOf(file, 't', [value(1)], 5000)).toBeNull();
  });

  it('of a file in write-ahead-log mode are left to SQLite', () => {
    const file = database('wal.db', 'pragma journal_mode = wal', 'create table t (id integer primary key, v)');
    expect(openPages(file)).toBeNull();
  });
});

describe('a trace read by its pages', () => {
  it.each([
    ['as it is', ''],
    ['with text as an event id', "update {kernel_dispatch} set event_id = 'abc' where id = 2"],
    ['with text as a time', "update {region} set start = 'noon' where id = 2"],
    ['with a span that ends before it starts', 'update {region} set end = start - 5 where id = 3'],
    ['with a marker that has no end', 'update {region} set end = 0 where id = 1'],
    ['with missing ids', 'delete from {event} where id in (2, 5)'],
    ['with missing rows', 'delete from {kernel_dispatch} where id = 2'],
    ['with a correlation id beyond 2^53', 'update {event} set stack_id = 9007199254740995 where id = 3'],
    ['with a correlation id beyond 2^32', 'update {event} set stack_id = 9000000000 where id = 3'],
    ['with a negative row id', 'update {memory_copy} set id = -4 where id = 1'],
    ['with a column added later', 'alter table {region} add column remark text'],
    ['with fractions as times', 'update {region} set start = start + 0.5 where id = 2'],
  ])('%s: the same as through SQLite', async (_, statement) => {
    const built = buildTrace(SPEC, {
      views: false,
      timeOffsetNs: 1_700_000_000_000_000_007n,
      tamper: (handle) => {
        if (statement !== '') change(handle, statement);
      },
    });
    try {
      const { pages, sql } = await bothWays(built.path);
      expect(pages).toEqual(sql);
      expect(pages).toHaveLength(1);
    } finally {
      built.dispose();
    }
  });

  it('is never read otherwise than SQLite reads it, whatever bytes are wrong', async () => {
    const whole = fs.readFileSync(generateTrace({ path: path.join(root, 'generated.db'), dispatches: 400 }).path);
    const pageBytes = whole.readUInt16BE(16);
    const file = path.join(root, 'flipped.db');
    let seed = 20_261;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let readByBoth = 0;
    for (let round = 0; round < 60; round++) {
      const content = Buffer.from(whole);
      for (let flips = 0; flips < 3; flips++) content[pageBytes + random(content.length - pageBytes)] = random(256);
      fs.writeFileSync(file, content);
      const { pages, sql } = await bothWays(file);
      if (typeof sql === 'string') continue; // SQLite finds damage that is not in what is read here
      expect({ round, same: isDeepStrictEqual(pages, sql) }).toEqual({ round, same: true });
      readByBoth++;
    }
    expect(readByBoth).toBeGreaterThan(20);
  });
});

describeWithTraces('recordings read by their pages', () => {
  const facts = readFacts();
  it.each(Object.keys(facts).filter((name) => facts[name]!.kind === 'rocpd'))('%s', async (name) => {
    const { pages, sql } = await bothWays(recording(name));
    expect(pages).toEqual(sql);
  });
});
