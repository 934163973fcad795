import * as v from 'valibot';
import { TaskSchema } from '../../schemas/task.js';
import type { Task } from '../../schemas/task.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

const MAX_NAME_CHARACTERS = 65_536;

export const QueryByKernelInputSchema = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(MAX_NAME_CHARACTERS), v.description('Kernel name, as in meta.kernel')),
});

export const QueryByKernelOutputSchema = v.array(TaskSchema);

export type QueryByKernelInput = v.InferInput<typeof QueryByKernelInputSchema>;

/**
 * All tasks about a kernel, closed ones too: those whose `meta.kernel` is its name. Oldest first.
 *
 * @throws ToolError INVALID_ARGUMENT; what a store raises (`openStore`)
 */
export function queryByKernel(input: QueryByKernelInput, options: ToolOptions = {}): Promise<Task[]> {
  return callTool(queryByKernelTool, input, options);
}

export const queryByKernelTool = defineTool({
  key: 'tasks.query_by_kernel',
  description: 'All tasks about a kernel (meta.kernel), closed ones too, oldest first: what was tried before.',
  toolClass: 'state',
  inputSchema: QueryByKernelInputSchema,
  outputSchema: QueryByKernelOutputSchema,
  run: ({ name }, { tasks }) => tasks.queryByKernel(name),
});
