import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { collectCounters } from '../../lib/facts/counters.js';
import { DEFAULT_TOP_KERNELS } from '../../lib/facts/create-merge-context.js';
import { collectKernelSegments } from '../../lib/facts/kernel-segments.js';
import { readParts } from '../../lib/facts/read-parts.js';
import { collectRoofline, rooflineOf } from '../../lib/facts/roofline.js';
import type { RooflineOptions, RooflinePart } from '../../lib/facts/roofline.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { text } from '../../schemas/numbers.js';
import { RooflineSchema } from '../../schemas/roofline.js';
import { FP_TYPES } from '../../terms/roofline-terms.js';
import type { Roofline } from '../../schemas/roofline.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { withTrace } from '../../tool/with-trace.js';

/** Types that a caller may name, in either letter case. */
const HINTS = ['fp32', 'fp16', 'bf16', 'fp8', 'int8', 'fp64', 'FP32', 'FP16', 'BF16', 'FP8', 'INT8', 'FP64'] as const;

export const PlotPointsInputSchema = v.strictObject({
  db_path: DatabasePathSchema,
  top_k: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000), v.description('Kernels to list')),
    DEFAULT_TOP_KERNELS,
  ),
  dtype_hint: v.optional(
    v.pipe(
      v.picklist(HINTS),
      v.description('Type of arithmetic where counters do not tell it; default: by the name of the kernel'),
    ),
  ),
});

export const PlotPointsOutputSchema = v.object({
  has_data: v.pipe(v.boolean(), v.description('Whether any kernel is a point')),
  reason: v.nullable(text('Why there is no point; null where there is one')),
  how_to_collect: v.nullable(text('How to record what is missing; null likewise')),
  ...RooflineSchema.entries,
});

export type PlotPointsInput = ReadonlyInput<v.InferInput<typeof PlotPointsInputSchema>>;
export type PlotPoints = v.InferOutput<typeof PlotPointsOutputSchema>;

const HOW_TO_COLLECT =
  'Record counters of operations and of memory traffic: rocprofv3 --pmc FETCH_SIZE WRITE_SIZE --kernel-trace ' +
  '--output-format rocpd -- <application>, and again with SQ_INSTS_VALU_FMA_F32, SQ_INSTS_VALU_MFMA_MOPS_BF16 and so on; ' +
  'give all files to one call.';

/**
 * Kernels of a trace with counters as points of a roofline: operations, bytes and rates per kernel, the roofs of the
 * GPU, and on which side of the ridge each kernel is. Without counters `kernels` is empty, with the reason; peaks and
 * ridge point stand all the same.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function plotPoints(input: PlotPointsInput, options: ToolOptions = {}): Promise<PlotPoints> {
  return callTool(plotPointsTool, input, options);
}

export const plotPointsTool = defineTool({
  key: 'roofline.plot_points',
  description:
    'Roofline of a rocpd trace with hardware counters: per kernel operations per byte, rates, type of arithmetic, memory ' +
    'or compute bound, share of the roof; with the peaks and the ridge point. Give counter passes, and a run without ' +
    'counters for true times, as a list. Example: db_path ["pass1.db", "pass2.db"].',
  toolClass: 'read_only',
  inputSchema: PlotPointsInputSchema,
  outputSchema: PlotPointsOutputSchema,
  run: (input, context) =>
    withTrace(context, input.db_path, (trace) =>
      plot(trace, { topK: input.top_k, dtypeHint: hintOf(input.dtype_hint) }, context),
    ),
});

function hintOf(hint: string | undefined): RooflineOptions['dtypeHint'] {
  return FP_TYPES.find((fpType) => fpType === hint?.toLowerCase()) ?? null;
}

async function plot(trace: Trace, options: RooflineOptions, context: ToolContext): Promise<PlotPoints> {
  const { parts, mergeContext } = await readParts(
    trace,
    (stage) => collectRoofline(stage, collectCounters(stage), () => collectKernelSegments(stage.columns)),
    context,
  );
  const roofline = rooflineOf(parts, mergeContext, options);
  const hasData = roofline.kernel_count > 0;
  return {
    has_data: hasData,
    reason: hasData ? null : whyEmpty(roofline, parts),
    how_to_collect: hasData ? null : HOW_TO_COLLECT,
    ...roofline,
  };
}

function whyEmpty({ dropped }: Roofline, parts: readonly RooflinePart[]): string {
  if (parts.every(({ counters }) => counters.groups.length === 0)) return 'The trace holds no counters of dispatches.';
  const reason = dropped[0]?.reason ?? 'nothing was counted';
  return `No kernel has memory traffic and time: ${reason}.`;
}
