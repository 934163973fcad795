import * as v from 'valibot';
import { text } from './numbers.js';

export const TASK_STATUSES = ['ready', 'in_progress', 'blocked', 'closed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Free fields of a task, as JSON; `kernel` is what tasks.query_by_kernel looks for. */
export const TaskMetaSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.description('Free fields of a task, as JSON; kernel = kernel name that query_by_kernel looks for'),
);

export const TaskIdSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.description('Id of a task, such as pfx-1a2b3c4d'),
);

export const TaskSchema = v.object({
  id: text('Id of the task'),
  title: text('What is to be done'),
  priority: v.pipe(v.number(), v.integer(), v.description('Lower is more urgent')),
  status: v.pipe(v.picklist(TASK_STATUSES), v.description('ready, in_progress, blocked or closed')),
  assignee: v.nullable(text('Who does it; null = nobody yet')),
  description: v.nullable(text('Details; null without')),
  meta: TaskMetaSchema,
  created_at: text('UTC, ISO 8601'),
});

export type Task = v.InferOutput<typeof TaskSchema>;
