import * as v from 'valibot';
import { rankKernels } from '../../lib/trace-diff/hot-kernels.js';
import { kernelTimes, readRun } from '../../lib/trace-diff/read-run.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { fraction, nanoseconds, text } from '../../schemas/numbers.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ExtractKernelRuntimesFromDbInputSchema = v.strictObject({ db_path: DatabasePathSchema });

export const ExtractKernelRuntimesFromDbOutputSchema = v.array(
  v.object({
    kernel_name: text('Kernel name'),
    total_runtime_ns: nanoseconds('Summed duration'),
    share_frac: v.nullable(fraction('Of the summed time of all kernels; null where that is 0')),
  }),
);

export type ExtractKernelRuntimesFromDbInput = ReadonlyInput<
  v.InferInput<typeof ExtractKernelRuntimesFromDbInputSchema>
>;
export type KernelRuntime = v.InferOutput<typeof ExtractKernelRuntimesFromDbOutputSchema>[number];

/**
 * Every kernel of a trace with its summed run time, by time descending, then name. Kernels of one name are one, over all
 * processes and devices. Empty without kernels.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for what cannot be read.
 */
export function extractKernelRuntimesFromDb(
  input: ExtractKernelRuntimesFromDbInput,
  options: ToolOptions = {},
): Promise<KernelRuntime[]> {
  return callTool(extractKernelRuntimesFromDbTool, input, options);
}

export const extractKernelRuntimesFromDbTool = defineTool({
  key: 'regression.extract_kernel_runtimes_from_db',
  description:
    'Summed run time of every kernel of a rocpd trace and its share of all kernel time, largest first. Use to compare ' +
    'with figures from elsewhere; trace_diff.diff_runs compares two traces. Example: db_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: ExtractKernelRuntimesFromDbInputSchema,
  outputSchema: ExtractKernelRuntimesFromDbOutputSchema,
  async run(input, context) {
    const run = await readRun(context, input.db_path);
    return rankKernels(kernelTimes(run)).map(({ name, totalNs }) => ({
      kernel_name: name,
      total_runtime_ns: totalNs,
      share_frac: run.kernelTimeNs === 0 ? null : totalNs / run.kernelTimeNs,
    }));
  },
});
