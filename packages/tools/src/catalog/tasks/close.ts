import * as v from 'valibot';
import { TaskIdSchema, TaskSchema } from '../../schemas/task.js';
import type { Task } from '../../schemas/task.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

const MAX_REASON_CHARACTERS = 1000;

export const CloseInputSchema = v.strictObject({
  id: TaskIdSchema,
  reason: v.optional(
    v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_REASON_CHARACTERS), v.description('Why it is closed')),
    'done',
  ),
});

export type CloseInput = v.InferInput<typeof CloseInputSchema>;

/**
 * Closes a task and returns it; one that is closed already stays as it is.
 *
 * @throws ToolError UNKNOWN_ID, INVALID_ARGUMENT; what a store raises (`openStore`)
 */
export function close(input: CloseInput, options: ToolOptions = {}): Promise<Task> {
  return callTool(closeTool, input, options);
}

export const closeTool = defineTool({
  key: 'tasks.close',
  description: 'Closes a task with a reason; tasks that depend on it may then be due. Returns the task.',
  toolClass: 'state',
  inputSchema: CloseInputSchema,
  outputSchema: TaskSchema,
  run: ({ id, reason }, { tasks, now }) => tasks.close(id, reason, now()),
});
