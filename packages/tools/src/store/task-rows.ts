import * as v from 'valibot';
import { parseJsonOrNull } from '../lib/text/parse-json-or-null.js';
import { TASK_STATUSES } from '../schemas/task.js';
import type { Task } from '../schemas/task.js';
import type { StoreDatabase } from './open-store.js';

/** Ids that an error lists at most. */
export const ID_LIMIT = 20;

const RowSchema = v.object({
  id: v.string(),
  title: v.string(),
  // Other programs write this table too: what is none of ours is read as the nearest that is.
  priority: v.fallback(v.pipe(v.number(), v.integer()), 2),
  status: v.fallback(v.picklist(TASK_STATUSES), 'blocked'),
  assignee: v.fallback(v.nullable(v.string()), null),
  description: v.fallback(v.nullable(v.string()), null),
  meta_json: v.fallback(v.nullable(v.string()), null),
  created_at: v.fallback(v.string(), ''),
});

/**
 * Tasks by the rest of a query, which is ours and takes one bound value. Rows without a text as id or title are left out.
 */
export function readTasks(database: StoreDatabase, condition: string, value: string): Task[] {
  const columns = Object.keys(RowSchema.entries).join(', ');
  return database
    .prepare(`select ${columns} from tasks ${condition}`)
    .all(value)
    .flatMap((row) => {
      const parsed = v.safeParse(RowSchema, row);
      if (!parsed.success) return [];
      const { meta_json: meta, ...fields } = parsed.output;
      const { created_at: createdAt, ...task } = fields;
      return [{ ...task, meta: parseMeta(meta), created_at: createdAt }];
    });
}

/** The task of an id; null without one. */
export function findTask(database: StoreDatabase, id: string): Task | null {
  return readTasks(database, 'where id = ?', id)[0] ?? null;
}

/** Meta of a task; empty for a text that is no JSON object. */
function parseMeta(text: string | null): Record<string, unknown> {
  const value = parseJsonOrNull(text ?? '{}');
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), value);
  return parsed.success && !Array.isArray(value) ? parsed.output : {};
}
