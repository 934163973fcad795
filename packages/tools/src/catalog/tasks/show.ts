import * as v from 'valibot';
import { TaskIdSchema, TaskSchema } from '../../schemas/task.js';
import type { Task } from '../../schemas/task.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ShowInputSchema = v.strictObject({ id: TaskIdSchema });

export type ShowInput = v.InferInput<typeof ShowInputSchema>;

/** One task. @throws ToolError UNKNOWN_ID, INVALID_ARGUMENT; what a store raises (`openStore`) */
export function show(input: ShowInput, options: ToolOptions = {}): Promise<Task> {
  return callTool(showTool, input, options);
}

export const showTool = defineTool({
  key: 'tasks.show',
  description: 'One task by its id: title, priority, status, assignee, description and meta.',
  toolClass: 'state',
  inputSchema: ShowInputSchema,
  outputSchema: TaskSchema,
  run: ({ id }, { tasks }) => tasks.show(id),
});
