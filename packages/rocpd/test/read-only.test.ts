import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { describe, expect, it } from '@jest/globals';
import { openTrace } from '../src/open-trace.js';
import { buildTrace } from '../src/testing/index.js';
import { folderSnapshot } from './__fixtures__/folder-snapshot.js';
import { dispatchRows, loadOne } from './__fixtures__/load-all.js';
import { errorOf, temporaryFolder } from './__fixtures__/temporary-folder.js';

const root = temporaryFolder();

/** A trace of one dispatch (10 to 20) in a folder of its own. */
function place(name: string): string {
  const folder = path.join(root, name);
  fs.mkdirSync(folder);
  const file = path.join(folder, 'trace.db');
  buildTrace({ kernels: [{ name: 'gemm', startNs: 10, endNs: 20 }] }, { path: file });
  return file;
}

function dispatchTable(database: Database): string {
  return String(
    database.prepare("select name from sqlite_master where name like 'rocpd_kernel_dispatch_%'").pluck().get(),
  );
}

const durations = async (file: string): Promise<number[]> =>
  dispatchRows(await loadOne(file)).map(({ start, end }) => Number(end - start));

/** Reads a trace and checks that nothing in its folder changed meanwhile. */
async function readUnchanged(file: string): Promise<number[]> {
  const before = folderSnapshot(path.dirname(file));
  const found = await durations(file);
  expect(folderSnapshot(path.dirname(file))).toEqual(before);
  return found;
}

/** Leaves files behind as a writer does that dies: a copy of what lies on disk while it works. */
function copyAll(from: string, to: string): string {
  const folder = path.join(root, to);
  fs.cpSync(path.dirname(from), folder, { recursive: true });
  return path.join(folder, path.basename(from));
}

describe('reading leaves no trace of its own (hard input 5)', () => {
  it('of a plain file', async () => {
    expect(await readUnchanged(place('plain'))).toEqual([10]);
  });

  it('of a plain file in a folder that may not be written', async () => {
    const file = place('locked-folder');
    fs.chmodSync(path.dirname(file), 0o555);
    fs.chmodSync(file, 0o444);
    expect(await readUnchanged(file)).toEqual([10]);
    fs.chmodSync(path.dirname(file), 0o755);
  });

  it('of a file in write-ahead-log mode without a log', async () => {
    const file = place('wal-mode');
    const database = new BetterSqlite3(file);
    database.pragma('journal_mode = wal');
    database.close();
    expect(fs.readdirSync(path.dirname(file))).toEqual(['trace.db']);
    expect(await readUnchanged(file)).toEqual([10]);
  });

  it('of a file in write-ahead-log mode that may not be written, nor its folder', async () => {
    const file = place('wal-locked');
    const database = new BetterSqlite3(file);
    database.pragma('journal_mode = wal');
    database.close();
    fs.chmodSync(path.dirname(file), 0o555);
    fs.chmodSync(file, 0o444);
    expect(await readUnchanged(file)).toEqual([10]);
    fs.chmodSync(path.dirname(file), 0o755);
  });
});

describe('a write-ahead log (hard input 5)', () => {
  it('counts as far as it was committed, also while the writer is at work', async () => {
    const file = place('live-wal');
    const writer = new BetterSqlite3(file);
    writer.pragma('journal_mode = wal');
    writer.pragma('wal_autocheckpoint = 0');
    const table = dispatchTable(writer);
    writer.exec(`update "${table}" set end = 50`);
    writer.exec(`begin; update "${table}" set end = 99`);
    writer.pragma('cache_spill = on');
    expect(fs.readdirSync(path.dirname(file)).sort()).toEqual(['trace.db', 'trace.db-shm', 'trace.db-wal']);
    // 50 - 10; the transaction that sets 99 is not committed.
    expect(await readUnchanged(file)).toEqual([40]);
    writer.exec('commit');
    expect(await readUnchanged(file)).toEqual([89]);
    writer.close();
  });

  it('counts when a writer died and left it', async () => {
    const file = place('left-wal-source');
    const writer = new BetterSqlite3(file);
    writer.pragma('journal_mode = wal');
    writer.pragma('wal_autocheckpoint = 0');
    writer.exec(`update "${dispatchTable(writer)}" set end = 30`);
    const left = copyAll(file, 'left-wal');
    writer.close();
    fs.rmSync(`${left}-shm`);
    expect(await readUnchanged(left)).toEqual([20]);
    // Cut into the middle of its last frame, it holds no commit any more.
    fs.truncateSync(`${left}-wal`, fs.statSync(`${left}-wal`).size - 100);
    expect(await readUnchanged(left)).toEqual([10]);
  });

  it('of another file that had the same name does not count', async () => {
    const file = place('stale-wal');
    fs.copyFileSync(path.join(root, 'left-wal', 'trace.db-wal'), `${file}-wal`);
    expect(await readUnchanged(file)).toEqual([10]);
  });

  it('makes a file unreadable that is too large to be merged in memory, and the error says what helps', () => {
    const { code, message } = errorOf(() =>
      openTrace(path.join(root, 'left-wal', 'trace.db'), { copyLimitBytes: 1000 }),
    );
    expect(code).toBe('BUSY');
    expect(message).toMatch(/^trace\.db: its write-ahead log or journal is not merged.*copy it .*to a local disk/);
  });
});

describe('a rollback journal (hard input 5)', () => {
  it('left by a writer that died is rolled back in memory', async () => {
    const file = place('hot-source');
    const writer = new BetterSqlite3(file);
    writer.pragma('cache_size = 1');
    const table = dispatchTable(writer);
    writer.exec(`begin; update "${table}" set end = 77`);
    // With a cache of one page, changes reach the file before the commit.
    writer.exec(
      `create table filler (x); insert into filler select randomblob(3000) from (select 1 union all select 2 union all select 3)`,
    );
    writer.exec(`update "${table}" set end = 78`);
    const hot = copyAll(file, 'hot');
    writer.exec('rollback');
    writer.close();
    expect(fs.readdirSync(path.dirname(hot)).sort()).toEqual(['trace.db', 'trace.db-journal']);
    expect(await readUnchanged(hot)).toEqual([10]);
  });

  it('of a writer at work is no hindrance until it locks the file', async () => {
    const file = place('reserved');
    const writer = new BetterSqlite3(file);
    writer.exec(`begin immediate; update "${dispatchTable(writer)}" set end = 77`);
    expect(await readUnchanged(file)).toEqual([10]);
    writer.exec('commit');
    writer.close();
    expect(await durations(file)).toEqual([67]);
  });
});

describe('a locked file (hard input 5)', () => {
  it('is waited for only so long, and the error says which lock and what helps', () => {
    const file = place('exclusive');
    const writer = new BetterSqlite3(file);
    writer.exec('begin exclusive');
    const before = folderSnapshot(path.dirname(file));
    const { code, message } = errorOf(() => openTrace(file, { busyTimeoutMs: 20 }));
    expect(folderSnapshot(path.dirname(file))).toEqual(before);
    writer.exec('rollback');
    writer.close();
    expect([code, message]).toEqual([
      'BUSY',
      'trace.db: another program is writing it and holds its exclusive lock; wait until it has ended, or copy the file to a local disk and open the copy',
    ]);
  });

  it('in the middle of a load fails that load alone', async () => {
    const file = place('later');
    const trace = openTrace(file, { busyTimeoutMs: 20 });
    const writer = new BetterSqlite3(file);
    writer.exec('begin exclusive');
    await expect(trace.loadProcess(trace.processes[0]!)).rejects.toMatchObject({ code: 'BUSY' });
    writer.exec('rollback');
    writer.close();
    const columns = await trace.loadProcess(trace.processes[0]!);
    expect(columns.dispatches.count).toBe(1);
    trace.close();
  });

  it('by another process is found as well', async () => {
    const file = place('other-process');
    const script = `
      const BetterSqlite3 = require('better-sqlite3');
      new BetterSqlite3(process.argv[1]).exec('begin exclusive');
      process.stdout.write('locked');
      process.stdin.resume();`;
    const child = spawn(process.execPath, ['-e', script, file], {
      cwd: import.meta.dirname,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    try {
      expect(errorOf(() => openTrace(file, { busyTimeoutMs: 20 })).code).toBe('BUSY');
    } finally {
      child.kill();
      await once(child, 'exit');
    }
    expect(await durations(file)).toEqual([10]);
  });
});

describe('a file whose name begins or ends with a blank', () => {
  it('is the one that is read', async () => {
    const file = place('blanks');
    const blank = path.join(path.dirname(file), 'trace.db ');
    fs.renameSync(file, blank);
    expect(await readUnchanged(blank)).toEqual([10]);
  });
});
