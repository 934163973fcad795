import { compilerFlags, findCompilerFlag, unknownIdError } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { CompilerFlagSchema, toCompilerFlagEntry } from '../../schemas/compiler-flag.js';
import type { CompilerFlagEntry } from '../../schemas/compiler-flag.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ExplainFlagInputSchema = v.strictObject({
  flag_name: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(256),
    v.description('Flag as on the command line, its value included: -ffast-math, --offload-arch=gfx942'),
  ),
});

export type ExplainFlagInput = v.InferInput<typeof ExplainFlagInputSchema>;

/**
 * What a compiler flag does and whether it may be used; denied flags are explained too. A flag with a value is found by
 * what stands before the value.
 *
 * @throws KnowledgeError UNKNOWN_ID with the known flags; ToolError INVALID_ARGUMENT.
 */
export function explainFlag(input: ExplainFlagInput, options: ToolOptions = {}): CompilerFlagEntry {
  return callSyncTool(explainFlagTool, input, options);
}

export const explainFlagTool = defineSyncTool({
  key: 'compiler.explain_flag',
  description:
    'What a compiler flag does, its risk, and whether it is allowed; denied flags are explained too. Example: ' +
    'flag_name "-ffast-math" or "--offload-arch=gfx942".',
  toolClass: 'read_only',
  inputSchema: ExplainFlagInputSchema,
  outputSchema: CompilerFlagSchema,
  run({ flag_name: name }) {
    const entry = findCompilerFlag(name);
    if (entry === null)
      throw unknownIdError(
        'compiler flag',
        name,
        compilerFlags().map(({ flag }) => flag),
      );
    return toCompilerFlagEntry(entry);
  },
});
