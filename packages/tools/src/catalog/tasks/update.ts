import * as v from 'valibot';
import { TASK_STATUSES, TaskIdSchema, TaskMetaSchema, TaskSchema } from '../../schemas/task.js';
import type { Task } from '../../schemas/task.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

const MAX_ASSIGNEE_CHARACTERS = 200;

export const UpdateInputSchema = v.strictObject({
  id: TaskIdSchema,
  status: v.optional(v.pipe(v.picklist(TASK_STATUSES), v.description('New status; default: as it is'))),
  assignee: v.optional(
    v.pipe(
      v.nullable(v.pipe(v.string(), v.maxLength(MAX_ASSIGNEE_CHARACTERS))),
      v.description('Who does it; null = nobody; default: as it is'),
    ),
  ),
  meta: v.optional(TaskMetaSchema),
});

export type UpdateInput = v.InferInput<typeof UpdateInputSchema>;

/**
 * Changes a task and returns it. Fields of `meta` are merged at the top level; fields that are left out stay.
 *
 * @throws ToolError UNKNOWN_ID, INVALID_ARGUMENT; what a store raises (`openStore`)
 */
export function update(input: UpdateInput, options: ToolOptions = {}): Promise<Task> {
  return callTool(updateTool, input, options);
}

export const updateTool = defineTool({
  key: 'tasks.update',
  description: 'Changes status, assignee or meta of a task; meta is merged at the top level. Returns the task.',
  toolClass: 'state',
  inputSchema: UpdateInputSchema,
  outputSchema: TaskSchema,
  run: ({ id, status, assignee, meta }, { tasks, now }) => tasks.update(id, { status, assignee, meta }, now()),
});
