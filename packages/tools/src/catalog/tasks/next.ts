import * as v from 'valibot';
import { TaskIdSchema, TaskSchema } from '../../schemas/task.js';
import type { Task } from '../../schemas/task.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

const MAX_EXCLUDED = 1000;

export const NextInputSchema = v.strictObject({
  exclude_ids: v.optional(
    v.pipe(v.array(TaskIdSchema), v.maxLength(MAX_EXCLUDED), v.description('Tasks to pass over')),
    [],
  ),
});

export const NextOutputSchema = v.nullable(TaskSchema);

export type NextInput = v.InferInput<typeof NextInputSchema>;

/**
 * The task that is due: of the ready ones whose dependencies are all closed the most urgent, then the oldest. Null
 * without any. A dependency that no longer exists is not closed.
 *
 * @throws ToolError INVALID_ARGUMENT; what a store raises (`openStore`)
 */
export function next(input: NextInput = {}, options: ToolOptions = {}): Promise<Task | null> {
  return callTool(nextTool, input, options);
}

export const nextTool = defineTool({
  key: 'tasks.next',
  description:
    'The task that is due: ready, all its dependencies closed, the lowest priority number, then the oldest. Null when ' +
    'nothing is due.',
  toolClass: 'state',
  inputSchema: NextInputSchema,
  outputSchema: NextOutputSchema,
  run: ({ exclude_ids: excludeIds }, { tasks }) => tasks.next(excludeIds),
});
