import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openTasks } from '../../src/store/tasks.js';
import type { NewTask, TaskStore } from '../../src/store/tasks.js';

const NOW = new Date('2025-12-01T10:00:00Z');
const task = (title: string, more: Partial<NewTask> = {}): NewTask => ({
  title,
  priority: 2,
  dependsOn: [],
  meta: {},
  description: null,
  ...more,
});
let folder = '';
const stores: TaskStore[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tasks-'));
});

afterEach(() => {
  for (const store of stores.splice(0)) store.dispose();
  fs.rmSync(folder, { recursive: true, force: true });
});

function open(stateDir: string | null = null): TaskStore {
  const store = openTasks({ stateDir });
  stores.push(store);
  return store;
}

describe('openTasks', () => {
  it('the same steps give the same ids, and equal tasks ids of their own', () => {
    const steps = (store: TaskStore): string[] => [store.create(task('A'), NOW), store.create(task('A'), NOW)];
    const ids = steps(open());
    expect(steps(open())).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^pfx-[0-9a-f]{8}$/);
  });

  it('ties of time go by insertion', () => {
    const store = open();
    const ids = ['c', 'a', 'b'].map((title) => store.create(task(title), NOW));
    expect(store.next([])?.id).toBe(ids[0]);
    expect(store.next(ids.slice(0, 1))?.id).toBe(ids[1]);
    const urgent = store.create(task('urgent', { priority: 1 }), new Date('2026-01-01T00:00:00Z'));
    expect(store.next([])?.id).toBe(urgent);
  });

  it('a task with an unknown dependency is not made at all', () => {
    const store = open();
    expect(() => store.create(task('A', { dependsOn: ['pfx-00000000'] }), NOW)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_ID', details: expect.objectContaining({ value: 'pfx-00000000' }) }),
    );
    expect(store.next([])).toBeNull();
  });

  it('a dependency that vanished is not closed', () => {
    const store = open(folder);
    const first = store.create(task('A'), NOW);
    const second = store.create(task('B', { dependsOn: [first, first] }), NOW);
    store.dispose();
    const database = new Database(path.join(folder, 'tasks.db'));
    database.prepare('delete from tasks where id = ?').run(first);
    database.close();
    expect(open(folder).next([])).toBeNull();
    expect(open(folder).show(second).title).toBe('B');
  });

  it('uses a file of beads as it is, and takes its odd rows', () => {
    const file = path.join(folder, 'tasks.db');
    const database = new Database(file);
    database.exec(`
      create table tasks (id text primary key, title text not null, type text default 'task', priority int default 2,
        status text default 'ready', assignee text, description text, meta_json text, created_at text not null,
        closed_at text, close_reason text);
      create table dependencies (task_id text, depends_on_id text, primary key (task_id, depends_on_id));
      insert into tasks (id, title, created_at) values ('pfx-a', 'old', '2024-01-01T00:00:00Z');
      insert into tasks (id, title, status, meta_json, created_at) values ('pfx-b', 'odd', 'dunno', 'no json', '2024');
      insert into tasks (id, title, meta_json, created_at) values ('pfx-c', 'list', '[1]', '2025');`);
    database.close();
    const store = open(folder);
    expect(store.next([])).toEqual({
      id: 'pfx-a',
      title: 'old',
      priority: 2,
      status: 'ready',
      assignee: null,
      description: null,
      meta: {},
      created_at: '2024-01-01T00:00:00Z',
    });
    expect(store.show('pfx-b')).toMatchObject({ status: 'blocked', meta: {} });
    expect(store.show('pfx-c').meta).toEqual({});
    expect(store.queryByKernel('k')).toEqual([]);
    expect(store.update('pfx-a', { meta: { kernel: 'k' } }, NOW).meta).toEqual({ kernel: 'k' });
    expect(store.queryByKernel('k')).toHaveLength(1);
  });

  it('looking and failing make no file', () => {
    const store = open(folder);
    expect([store.next([]), store.queryByKernel('k')]).toEqual([null, []]);
    for (const call of [
      () => store.show('x'),
      () => store.close('x', 'done', NOW),
      () => store.update('x', { status: 'closed' }, NOW),
    ])
      expect(call).toThrow(expect.objectContaining({ code: 'UNKNOWN_ID', message: 'There is no task "x".' }));
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('notes when and why a task was closed, once, and forgets it when it is opened again', () => {
    const store = open(folder);
    const id = store.create(task('A'), NOW);
    const later = new Date('2025-12-02T00:00:00Z');
    store.close(id, 'works', NOW);
    expect(store.close(id, 'again', later).status).toBe('closed');
    const read = (): unknown => {
      const database = new Database(path.join(folder, 'tasks.db'), { readonly: true });
      const row: unknown = database.prepare('select status, closed_at, close_reason from tasks').get();
      database.close();
      return row;
    };
    expect(read()).toEqual({ status: 'closed', closed_at: '2025-12-01T10:00:00.000Z', close_reason: 'works' });
    store.update(id, { status: 'in_progress' }, later);
    expect(read()).toEqual({ status: 'in_progress', closed_at: null, close_reason: null });
    store.update(id, { status: 'closed' }, later);
    expect(read()).toEqual({ status: 'closed', closed_at: '2025-12-02T00:00:00.000Z', close_reason: 'done' });
  });

  it('refuses a meta of unreasonable size', () => {
    const store = open();
    expect(() => store.create(task('A', { meta: { text: 'x'.repeat(70_000) } }), NOW)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
  });
});
