import * as v from 'valibot';
import { TaskIdSchema, TaskMetaSchema } from '../../schemas/task.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

const MAX_TITLE_CHARACTERS = 1000;
const MAX_DESCRIPTION_CHARACTERS = 100_000;
const MAX_DEPENDENCIES = 100;

export const CreateInputSchema = v.strictObject({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TITLE_CHARACTERS), v.description('What is to be done')),
  priority: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100), v.description('Lower is more urgent')),
    2,
  ),
  depends_on: v.optional(
    v.pipe(
      v.array(TaskIdSchema),
      v.maxLength(MAX_DEPENDENCIES),
      v.description('Tasks that must be closed before this one is due'),
    ),
    [],
  ),
  meta: v.optional(TaskMetaSchema, {}),
  description: v.optional(
    v.pipe(v.string(), v.maxLength(MAX_DESCRIPTION_CHARACTERS), v.description('Details; default: none')),
  ),
});

export const CreateOutputSchema = v.pipe(v.string(), v.description('Id of the new task'));

export type CreateInput = v.InferInput<typeof CreateInputSchema>;

/**
 * Writes down a task, ready to be done, and returns its id. All or nothing.
 *
 * @throws ToolError UNKNOWN_ID for a dependency that does not exist; INVALID_ARGUMENT; what a store raises (`openStore`)
 */
export function create(input: CreateInput, options: ToolOptions = {}): Promise<string> {
  return callTool(createTool, input, options);
}

export const createTool = defineTool({
  key: 'tasks.create',
  description:
    'Writes down a task for later, with priority (lower is more urgent) and the tasks it depends on; returns its id. Put ' +
    'the kernel into meta.kernel, so that query_by_kernel finds it.',
  toolClass: 'state',
  inputSchema: CreateInputSchema,
  outputSchema: CreateOutputSchema,
  run: ({ title, priority, depends_on: dependsOn, meta, description }, { tasks, now }) =>
    tasks.create({ title, priority, dependsOn, meta, description: description ?? null }, now()),
});
