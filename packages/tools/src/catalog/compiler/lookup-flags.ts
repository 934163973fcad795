import { compilerFlagsFor } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { CompilerFlagSchema, toCompilerFlagEntry } from '../../schemas/compiler-flag.js';
import type { CompilerFlagEntry } from '../../schemas/compiler-flag.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

const filter = (description: string) =>
  v.optional(v.pipe(v.string(), v.maxLength(64), v.description(`${description}; default: no filter`)));

export const LookupFlagsInputSchema = v.strictObject({
  goal: filter(
    'What the flag is for: general, throughput, math_throughput, occupancy, mfma_enablement, parallelism, debug',
  ),
  arch: filter('GPU architecture, for example gfx942'),
  kernel_class: filter('Class of kernels: compute, vector_math, reduction, matrix, generic, register_limited'),
});

export const LookupFlagsOutputSchema = v.array(CompilerFlagSchema);

export type LookupFlagsInput = v.InferInput<typeof LookupFlagsInputSchema>;

/**
 * Compiler flags that may be recommended for a goal, an architecture and a class of kernels, each filter only if given,
 * in the order of the tables. Empty when none fits.
 *
 * @throws ToolError INVALID_ARGUMENT
 */
export function lookupFlags(input: LookupFlagsInput = {}, options: ToolOptions = {}): CompilerFlagEntry[] {
  return callSyncTool(lookupFlagsTool, input, options);
}

export const lookupFlagsTool = defineSyncTool({
  key: 'compiler.lookup_flags',
  description:
    'Compiler flags that may be recommended, with risk and effect, filtered by goal, GPU architecture and class of ' +
    'kernels. Example: goal "math_throughput", kernel_class "compute".',
  toolClass: 'read_only',
  inputSchema: LookupFlagsInputSchema,
  outputSchema: LookupFlagsOutputSchema,
  run: ({ goal, arch, kernel_class: kernelClass }) =>
    compilerFlagsFor({ goal, gfxId: arch, kernelClass }).map(toCompilerFlagEntry),
});
