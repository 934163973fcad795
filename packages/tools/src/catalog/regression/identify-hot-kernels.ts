import * as v from 'valibot';
import { hotKernels } from '../../lib/trace-diff/hot-kernels.js';
import { kernelTimes, readRun } from '../../lib/trace-diff/read-run.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { fraction, nanoseconds, text } from '../../schemas/numbers.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const IdentifyHotKernelsInputSchema = v.strictObject({ db_path: DatabasePathSchema });

export const IdentifyHotKernelsOutputSchema = v.array(
  v.object({
    name: text('Kernel name'),
    total_ns: nanoseconds('Summed duration'),
    share_frac: fraction('Of the summed time of all kernels'),
  }),
);

export type IdentifyHotKernelsInput = ReadonlyInput<v.InferInput<typeof IdentifyHotKernelsInputSchema>>;
export type HotKernel = v.InferOutput<typeof IdentifyHotKernelsOutputSchema>[number];

/**
 * The kernels that matter: from the top until 80 % of the summed kernel time are covered, and every other with at least
 * 3 % of it; by time descending, then name. Empty without kernels, and where none has any length.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for what cannot be read.
 */
export function identifyHotKernels(input: IdentifyHotKernelsInput, options: ToolOptions = {}): Promise<HotKernel[]> {
  return callTool(identifyHotKernelsTool, input, options);
}

export const identifyHotKernelsTool = defineTool({
  key: 'regression.identify_hot_kernels',
  description:
    'The kernels of a rocpd trace that make 80 % of the summed kernel time, and all with at least 3 % of it. A change of ' +
    'these is what a regression check looks at. Example: db_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: IdentifyHotKernelsInputSchema,
  outputSchema: IdentifyHotKernelsOutputSchema,
  async run(input, context) {
    const run = await readRun(context, input.db_path);
    return hotKernels(kernelTimes(run)).map(({ name, totalNs }) => ({
      name,
      total_ns: totalNs,
      share_frac: totalNs / run.kernelTimeNs,
    }));
  },
});
