import { pragma } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { PragmaSchema, toPragmaEntry } from '../../schemas/pragma.js';
import type { PragmaEntry } from '../../schemas/pragma.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ExplainPragmaInputSchema = v.strictObject({
  pragma_name: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(64),
    v.description('Id, for example clang_loop_unroll_count'),
  ),
});

export type ExplainPragmaInput = v.InferInput<typeof ExplainPragmaInputSchema>;

/**
 * A loop pragma: how it is written and when it helps, or why it is rejected for GPU code.
 *
 * @throws KnowledgeError UNKNOWN_ID with the known ids; ToolError INVALID_ARGUMENT.
 */
export function explainPragma(input: ExplainPragmaInput, options: ToolOptions = {}): PragmaEntry {
  return callSyncTool(explainPragmaTool, input, options);
}

export const explainPragmaTool = defineSyncTool({
  key: 'pragma.explain_pragma',
  description:
    'A loop pragma: how it is written, when it helps and which factors to try, or why GPU code should not use it. ' +
    'Example: pragma_name "clang_loop_unroll_count".',
  toolClass: 'read_only',
  inputSchema: ExplainPragmaInputSchema,
  outputSchema: PragmaSchema,
  run: ({ pragma_name: name }) => toPragmaEntry(pragma(name)),
});
