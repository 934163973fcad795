import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { collectKernelCategories, mergeKernelCategories } from '../../lib/facts/kernel-categories.js';
import { collectKernelSegments } from '../../lib/facts/kernel-segments.js';
import { readParts } from '../../lib/facts/read-parts.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { KernelCategoriesSchema } from '../../schemas/kernel-categories.js';
import type { KernelCategory } from '../../schemas/kernel-categories.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { withTrace } from '../../tool/with-trace.js';

export const AnalyzeKernelsByCategoryInputSchema = v.strictObject({ db_path: DatabasePathSchema });

export type AnalyzeKernelsByCategoryInput = ReadonlyInput<v.InferInput<typeof AnalyzeKernelsByCategoryInputSchema>>;

/**
 * Kernels of a trace by kind: count, summed time, share of all kernel time and of the window (which may pass 100, because
 * kernels overlap), mean duration; by summed time. Empty without kernels.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function analyzeKernelsByCategory(
  input: AnalyzeKernelsByCategoryInput,
  options: ToolOptions = {},
): Promise<KernelCategory[]> {
  return callTool(analyzeKernelsByCategoryTool, input, options);
}

export const analyzeKernelsByCategoryTool = defineTool({
  key: 'tracelens.analyze_kernels_by_category',
  description:
    'Kernels of a rocpd trace by kind (GEMM, attention, collectives, elementwise, ...): count, summed nanoseconds, ' +
    'percent of kernel time and of the window. Use to see what kind of work dominates. ' +
    'Example: db_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: AnalyzeKernelsByCategoryInputSchema,
  outputSchema: KernelCategoriesSchema,
  run: (input, context) => withTrace(context, input.db_path, (trace) => analyze(trace, context)),
});

async function analyze(trace: Trace, context: ToolContext): Promise<KernelCategory[]> {
  const { parts, mergeContext } = await readParts(
    trace,
    (stage) => collectKernelCategories(collectKernelSegments(stage.columns)),
    context,
  );
  return mergeKernelCategories(parts, mergeContext);
}
