import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { collectKernelSegments } from '../../lib/facts/kernel-segments.js';
import { readParts } from '../../lib/facts/read-parts.js';
import { collectShortKernels, mergeShortKernels } from '../../lib/facts/short-kernels.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { ShortKernelsSchema } from '../../schemas/short-kernels.js';
import type { ShortKernels } from '../../schemas/short-kernels.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { withTrace } from '../../tool/with-trace.js';

export const AnalyzeShortKernelsInputSchema = v.strictObject({
  db_path: DatabasePathSchema,
  threshold_us: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0.001),
      v.maxValue(1_000_000),
      v.description('A kernel below this is short, microseconds'),
    ),
    10,
  ),
});

export type AnalyzeShortKernelsInput = ReadonlyInput<v.InferInput<typeof AnalyzeShortKernelsInputSchema>>;

/**
 * Kernels shorter than a threshold: number, run time, histogram (cut at the threshold), worst names, and the launch gaps
 * below 50 us after them, which are what short kernels cost. All 0 without kernels.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function analyzeShortKernels(input: AnalyzeShortKernelsInput, options: ToolOptions = {}): Promise<ShortKernels> {
  return callTool(analyzeShortKernelsTool, input, options);
}

export const analyzeShortKernelsTool = defineTool({
  key: 'tracelens.analyze_short_kernels',
  description:
    'Kernels of a rocpd trace shorter than a threshold (10 microseconds): how many, their time, the gaps after them, ' +
    'histogram, worst names. Use when launches may cost more than the kernels. ' +
    'Example: db_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: AnalyzeShortKernelsInputSchema,
  outputSchema: ShortKernelsSchema,
  run: (input, context) => withTrace(context, input.db_path, (trace) => analyze(trace, input.threshold_us, context)),
});

async function analyze(trace: Trace, thresholdUs: number, context: ToolContext): Promise<ShortKernels> {
  const { parts, mergeContext } = await readParts(
    trace,
    (stage) => collectShortKernels(stage, collectKernelSegments(stage.columns), null, thresholdUs),
    context,
  );
  return mergeShortKernels(parts, mergeContext, thresholdUs);
}
