import { allowedPragmas, pragmas } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { PragmaSchema, toPragmaEntry } from '../../schemas/pragma.js';
import type { PragmaEntry } from '../../schemas/pragma.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const LookupPragmasInputSchema = v.strictObject({
  gpu_only: v.optional(v.pipe(v.boolean(), v.description('Only pragmas that GPU code honours')), true),
});

export const LookupPragmasOutputSchema = v.array(PragmaSchema);

export type LookupPragmasInput = v.InferInput<typeof LookupPragmasInputSchema>;

/**
 * Loop pragmas of clang, in the order of the tables: those that may be suggested for GPU code, or all, rejected ones
 * with the reason.
 *
 * Source: knowledge, pragmas.
 */
export function lookupPragmas(input: LookupPragmasInput = {}, options: ToolOptions = {}): PragmaEntry[] {
  return callSyncTool(lookupPragmasTool, input, options);
}

export const lookupPragmasTool = defineSyncTool({
  key: 'pragma.lookup_pragmas',
  description:
    'Loop pragmas of clang that GPU code honours, with syntax, when they help and factors to try; with gpu_only false ' +
    'also the rejected ones and why. ' +
    'Example: gpu_only false.',
  toolClass: 'read_only',
  inputSchema: LookupPragmasInputSchema,
  outputSchema: LookupPragmasOutputSchema,
  run: ({ gpu_only: gpuOnly }) => (gpuOnly ? allowedPragmas() : pragmas()).map(toPragmaEntry),
});
