import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/open-store.js';

const MIGRATIONS = ['create table notes (text text) strict;', 'alter table notes add column author text;'];
let folder = '';
const stores: Store[] = [];

beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'store-')), 'state');
});

afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  fs.rmSync(path.dirname(folder), { recursive: true, force: true });
});

function open(stateDir: string | null = folder, migrations = MIGRATIONS): Store {
  const store = openStore({ stateDir, fileName: 'notes.db', migrations });
  stores.push(store);
  return store;
}

const add = (store: Store, text: string): void =>
  store.write((database) => void database.prepare('insert into notes (text) values (?)').run(text));
const list = (store: Store): unknown =>
  store.read((database) => database.prepare('select text from notes order by rowid').pluck().all(), ['nothing yet']);

describe('openStore', () => {
  it('makes folder and file at the first write, not before', () => {
    const store = open();
    expect(list(store)).toEqual(['nothing yet']);
    expect(fs.existsSync(folder)).toBe(false);
    add(store, 'a');
    expect(list(store)).toEqual(['a']);
    expect(fs.statSync(folder).mode & 0o077).toBe(0);
    store.close();
    expect(fs.readdirSync(folder)).toEqual(['notes.db']);
    expect(list(open())).toEqual(['a']);
  });

  it('keeps everything in memory without a folder', () => {
    const store = open(null);
    expect(list(store)).toEqual(['nothing yet']);
    add(store, 'a');
    expect([list(store), list(open(null))]).toEqual([['a'], ['nothing yet']]);
    expect(fs.existsSync(folder)).toBe(false);
  });

  it('brings an older file up to date and keeps its rows', () => {
    const old = open(folder, MIGRATIONS.slice(0, 1));
    add(old, 'old');
    old.close();
    const store = open();
    expect(store.read((database) => database.prepare('select * from notes').all(), [])).toEqual([
      { text: 'old', author: null },
    ]);
  });

  it('refuses a file of a newer version', () => {
    add(open(folder, [...MIGRATIONS, 'create table more (a)']), 'a');
    expect(() => list(open())).toThrow(expect.objectContaining({ code: 'SCHEMA_UNSUPPORTED' }));
    expect(() => add(open(), 'b')).toThrow('notes.db of the state folder has version 3, this program reads 2');
  });

  it('two users of one file see what the other wrote', () => {
    const [first, second] = [open(), open()];
    add(first, 'a');
    add(second, 'b');
    expect([list(first), list(second)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('reads what a process left in the write-ahead log', () => {
    const store = open();
    add(store, 'in the log');
    // The log is still there because the store is open: copies are what a killed process leaves behind.
    const left = path.join(path.dirname(folder), 'left');
    fs.cpSync(folder, left, { recursive: true });
    expect(fs.readdirSync(left)).toContain('notes.db-wal');
    expect(list(open(left))).toEqual(['in the log']);
  });

  it('a change that fails leaves nothing behind', () => {
    const store = open();
    add(store, 'kept');
    const fail = (): void =>
      store.write((database) => {
        database.prepare("insert into notes (text) values ('lost')").run();
        throw new RangeError('no');
      });
    expect(fail).toThrow(RangeError);
    expect(list(store)).toEqual(['kept']);
  });

  it('says what is wrong with a file', () => {
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'notes.db'), 'this is no database, but long enough to look at');
    const message = 'notes.db of the state folder is no database; move it away and run again.';
    expect(() => add(open(), 'a')).toThrow(expect.objectContaining({ code: 'DAMAGED', message }));
    expect(() => list(open())).toThrow(expect.objectContaining({ code: 'DAMAGED' }));
    fs.writeFileSync(path.join(path.dirname(folder), 'file'), '');
    const below = open(path.join(path.dirname(folder), 'file', 'state'));
    expect(() => add(below, 'a')).toThrow(expect.objectContaining({ code: 'PERMISSION_DENIED' }));
  });

  it('waits for nobody for ever: a lock that stays is BUSY', () => {
    const store = open();
    add(store, 'a');
    const other = new Database(path.join(folder, 'notes.db'));
    other.exec('begin immediate');
    store.read((database) => database.pragma('busy_timeout = 1'), null);
    expect(() => add(store, 'b')).toThrow(expect.objectContaining({ code: 'BUSY' }));
    expect(list(store)).toEqual(['a']);
    other.close();
  });
});
