import { categorizeKernelName as categoryOf } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const CategorizeKernelNameInputSchema = v.strictObject({ name: text('Kernel name, mangled or not') });
export const CategorizeKernelNameOutputSchema = v.pipe(v.string(), v.description('Category, Other if no pattern fits'));

export type CategorizeKernelNameInput = v.InferInput<typeof CategorizeKernelNameInputSchema>;

/**
 * Kind of a kernel by its name (GEMM, CONV, SDPA, NCCL, Elementwise, ...): the first pattern of
 * `tracelens.lookup_metrics` (`ours_in_order`) that fits, else `Other`. Looks at the first 8,192 characters.
 *
 * @throws ToolError INVALID_ARGUMENT
 */
export function categorizeKernelName(input: CategorizeKernelNameInput, options: ToolOptions = {}): string {
  return callSyncTool(categorizeKernelNameTool, input, options);
}

export const categorizeKernelNameTool = defineSyncTool({
  key: 'tracelens.categorize_kernel_name',
  description:
    'Kind of a GPU kernel by its name, such as GEMM, CONV, SDPA, NCCL or Elementwise. Example: name "Cijk_Ailk_Bljk_HHS".',
  toolClass: 'read_only',
  inputSchema: CategorizeKernelNameInputSchema,
  outputSchema: CategorizeKernelNameOutputSchema,
  run: ({ name }) => categoryOf(name),
});
