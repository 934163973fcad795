import fs from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from '@jest/globals';
import { applyWal } from '../../src/sqlite/apply-wal.js';
import { isJournal, rollBackJournal } from '../../src/sqlite/roll-back-journal.js';
import { temporaryFolder } from '../__fixtures__/temporary-folder.js';

const root = temporaryFolder();

/** A database file as it lies on disk in the middle of a change, with the log or journal beside it. */
function filesDuring(name: string, mode: 'wal' | 'delete', during: (database: BetterSqlite3.Database) => void) {
  const file = path.join(root, name);
  const database = new BetterSqlite3(file);
  database.pragma('page_size = 1024');
  database.exec('create table t (x); insert into t values (1)');
  database.pragma(`journal_mode = ${mode}`);
  database.pragma('wal_autocheckpoint = 0');
  database.pragma('cache_size = 1');
  during(database);
  const log = `${file}-${mode === 'wal' ? 'wal' : 'journal'}`;
  const found = { main: fs.readFileSync(file), log: fs.existsSync(log) ? fs.readFileSync(log) : Buffer.alloc(0) };
  if (database.inTransaction) database.exec('rollback');
  database.close();
  return found;
}

/** What SQLite reads from the bytes of a database. */
function rows(content: Buffer): unknown[] {
  const copy = Buffer.from(content);
  if (copy[18] === 2) copy[18] = copy[19] = 1;
  const database = new BetterSqlite3(copy);
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    return database.prepare('select x from t order by rowid').pluck().all();
  } finally {
    database.close();
  }
}

describe('applyWal', () => {
  const { main, log } = filesDuring('a.db', 'wal', (database) => {
    database.exec('insert into t values (2)');
    database.exec('create table filler (x); insert into filler values (randomblob(5000))');
    database.exec('insert into t values (3)');
  });

  it('brings in what was committed, also where the file grew', () => {
    expect(rows(applyWal(Buffer.from(main), log))).toEqual([1, 2, 3]);
  });

  it('stops at the last whole commit of a log that was cut off or damaged', () => {
    expect(rows(applyWal(Buffer.from(main), log.subarray(0, log.length - 1)))).toEqual([1, 2]);
    const damaged = Buffer.from(log);
    damaged.fill(0xee, damaged.length - 500, damaged.length - 490);
    expect(rows(applyWal(Buffer.from(main), damaged))).toEqual([1, 2]);
  });

  it('ignores a log that is none, and frames of an earlier use of the log', () => {
    expect(rows(applyWal(Buffer.from(main), Buffer.alloc(0)))).toEqual([1]);
    expect(rows(applyWal(Buffer.from(main), Buffer.alloc(500)))).toEqual([1]);
    const otherSalt = Buffer.from(log);
    otherSalt.writeUInt32BE(1, 32 + 8);
    expect(rows(applyWal(Buffer.from(main), otherSalt))).toEqual([1]);
  });

  it('shrinks the file where a commit did', () => {
    const shrunk = filesDuring('b.db', 'wal', (database) => {
      database.exec('create table filler (x); insert into filler values (randomblob(50000))');
      database.pragma('wal_checkpoint(truncate)');
      database.exec('drop table filler; vacuum');
    });
    expect(rows(applyWal(Buffer.from(shrunk.main), shrunk.log))).toEqual([1]);
  });
});

describe('rollBackJournal', () => {
  it('puts back what an unfinished transaction overwrote and cuts off what it added', () => {
    const { main, log } = filesDuring('c.db', 'delete', (database) => {
      database.exec('begin; update t set x = 9; create table filler (x)');
      for (let round = 0; round < 20; round += 1) database.exec('insert into filler values (randomblob(3000))');
    });
    expect(isJournal(log)).toBe(true);
    expect(rows(rollBackJournal(Buffer.from(main), log))).toEqual([1]);
  });

  it('leaves a database alone whose journal is finished', () => {
    const { main } = filesDuring('d.db', 'delete', (database) => database.exec('insert into t values (2)'));
    expect(isJournal(Buffer.alloc(512))).toBe(false);
    expect(rows(rollBackJournal(Buffer.from(main), Buffer.alloc(512)))).toEqual([1, 2]);
  });
});
