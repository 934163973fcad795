import { createHash } from 'node:crypto';
import type { Task, TaskStatus } from '../schemas/task.js';
import { invalidArgument } from '../tool/invalid-argument.js';
import { ToolError } from '../tool/tool-errors.js';
import { openStore } from './open-store.js';
import type { StoreDatabase } from './open-store.js';
import { ID_LIMIT, findTask, readTasks } from './task-rows.js';

/** Meta of a task as JSON text, at most. */
const MAX_META_CHARACTERS = 65_536;
/** The layout of beads (`.beads/tasks.db`), so that a file of it is used as it is. */
const MIGRATIONS = [
  `create table if not exists tasks (
     id text primary key,
     title text not null,
     type text default 'task',
     priority int default 2,
     status text default 'ready',
     assignee text,
     description text,
     meta_json text,
     created_at text not null,
     closed_at text,
     close_reason text
   );
   create table if not exists dependencies (
     task_id text,
     depends_on_id text,
     primary key (task_id, depends_on_id)
   );
   create index if not exists tasks_by_status on tasks (status);`,
];

/** What a new task holds. */
export interface NewTask {
  readonly title: string;
  /** Lower is more urgent. */
  readonly priority: number;
  readonly dependsOn: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly description: string | null;
}

/** What changes of a task; absent fields stay. */
export interface TaskChange {
  readonly status?: TaskStatus | undefined;
  readonly assignee?: string | null | undefined;
  /** Merged into the meta at the top level. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Tasks of a project. Methods throw ToolError: UNKNOWN_ID, INVALID_ARGUMENT, and those of `openStore`. */
export interface TaskStore {
  /** Returns the id. @throws ToolError UNKNOWN_ID for a dependency on a task that does not exist */
  create(task: NewTask, now: Date): string;
  /** Of the ready tasks whose dependencies are all closed the most urgent, then the oldest; null without any. */
  next(excludeIds: readonly string[]): Task | null;
  update(id: string, change: TaskChange, now: Date): Task;
  /** A task that is closed already stays as it is. */
  close(id: string, reason: string, now: Date): Task;
  /** All tasks, closed ones too, whose meta has this kernel; oldest first. */
  queryByKernel(name: string): Task[];
  show(id: string): Task;
  /** Closes the file. Separate from `close`, which closes a task. */
  dispose(): void;
}

/**
 * The tasks of a state folder (`tasks.db`, made at the first write).
 *
 * @param stateDir null keeps them in memory.
 */
export function openTasks({ stateDir }: { readonly stateDir: string | null }): TaskStore {
  const store = openStore({ stateDir, fileName: 'tasks.db', migrations: MIGRATIONS });
  const show = (id: string): Task => {
    const task = store.read((database) => requireTask(database, id), null);
    if (task === null) throw unknownTask(id, []);
    return task;
  };
  return {
    create: (task, now) => store.write((database) => create(database, task, now)),
    next: (excludeIds) => store.read((database) => next(database, excludeIds), null),
    update: (id, change, now) => {
      show(id);
      return store.write((database) => update(database, id, change, now));
    },
    close: (id, reason, now) => {
      show(id);
      return store.write((database) => close(database, id, reason, now));
    },
    queryByKernel: (name) =>
      store.read(
        (database) =>
          readTasks(
            database,
            `where case when json_valid(meta_json) then json_extract(meta_json, '$.kernel') end = ?
             order by created_at, rowid`,
            name,
          ),
        [],
      ),
    show,
    dispose: () => store.close(),
  };
}

function create(database: StoreDatabase, task: NewTask, now: Date): string {
  const dependsOn = [...new Set(task.dependsOn)];
  for (const id of dependsOn) requireTask(database, id);
  const id = freeId(database, task);
  database
    .prepare(
      'insert into tasks (id, title, priority, status, description, meta_json, created_at) values (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(id, task.title, task.priority, 'ready', task.description, metaText(task.meta), now.toISOString());
  // A new task is nobody's dependency yet, so no cycle can come about.
  const insert = database.prepare('insert into dependencies (task_id, depends_on_id) values (?, ?)');
  for (const dependency of dependsOn) insert.run(id, dependency);
  return id;
}

/** `pfx-` and 8 hex digits of SHA-256 of title, meta and a running number: the same steps give the same ids. */
function freeId(database: StoreDatabase, { title, meta }: NewTask): string {
  const count = Number(database.prepare('select count(*) from tasks').pluck().get());
  for (let number = count; ; number++) {
    const text = JSON.stringify([title, meta, number]);
    const id = `pfx-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
    if (findTask(database, id) === null) return id;
  }
}

function next(database: StoreDatabase, excludeIds: readonly string[]): Task | null {
  const [task] = readTasks(
    database,
    `where status = 'ready'
       and id not in (select value from json_each(?))
       and not exists (
         select 1 from dependencies left join tasks as needed on needed.id = depends_on_id
         where task_id = tasks.id and needed.status is not 'closed')
     order by priority, created_at, rowid limit 1`,
    JSON.stringify(excludeIds),
  );
  return task ?? null;
}

function update(database: StoreDatabase, id: string, change: TaskChange, now: Date): Task {
  const task = requireTask(database, id);
  const { status = task.status, assignee = task.assignee, meta = {} } = change;
  const isClosing = status === 'closed' && task.status !== 'closed';
  database
    .prepare('update tasks set status = ?, assignee = ?, meta_json = ? where id = ?')
    .run(status, assignee, metaText({ ...task.meta, ...meta }), id);
  if (isClosing) return close(database, id, 'done', now, true);
  if (status !== 'closed')
    database.prepare('update tasks set closed_at = null, close_reason = null where id = ?').run(id);
  return requireTask(database, id);
}

function close(database: StoreDatabase, id: string, reason: string, now: Date, isOpen = false): Task {
  if (!isOpen && requireTask(database, id).status === 'closed') return requireTask(database, id);
  database
    .prepare("update tasks set status = 'closed', closed_at = ?, close_reason = ? where id = ?")
    .run(now.toISOString(), reason, id);
  return requireTask(database, id);
}

function metaText(meta: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(meta);
  if (text.length > MAX_META_CHARACTERS)
    throw invalidArgument('meta', `at most ${MAX_META_CHARACTERS} characters of JSON`, text.length);
  return text;
}

function requireTask(database: StoreDatabase, id: string): Task {
  const task = findTask(database, id);
  if (task !== null) return task;
  const known = database.prepare('select id from tasks order by rowid desc limit ?').pluck().all(ID_LIMIT);
  throw unknownTask(id, known.map(String));
}

function unknownTask(id: string, known: readonly string[]): ToolError {
  return new ToolError('UNKNOWN_ID', `There is no task ${JSON.stringify(id.slice(0, 80))}.`, {
    kind: 'task',
    value: id,
    known: [...known].sort(),
  });
}
