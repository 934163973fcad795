import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { collectPartition, mergePartition } from '../../lib/facts/partition.js';
import { readParts } from '../../lib/facts/read-parts.js';
import { percentOf } from '../../lib/statistics/percent-of.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import { fraction, nanoseconds, percent, text } from '../../schemas/numbers.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import { withTrace } from '../../tool/with-trace.js';

export const TimeBreakdownInputSchema = v.strictObject({ database_path: DatabasePathSchema });

export const TimeBreakdownOutputSchema = v.variant('has_data', [
  v.object({
    has_data: v.literal(true),
    kernel_frac: fraction('Union of kernel time of the window'),
    memcpy_frac: fraction('Copies that no kernel covers, of the window'),
    api_frac: fraction('Host API calls while the GPU ran nothing, of the window'),
    idle_frac: fraction('Neither GPU work nor a recorded API call, of the window'),
    total_wall_ns: nanoseconds('Window: first start to last end of kernels and copies'),
    overlap_pct: v.nullable(percent('Copy time that kernels cover, of all copy time; null without copies')),
  }),
  v.object({
    has_data: v.literal(false),
    reason: text('Why there is no breakdown'),
    how_to_collect: text('How to record what is missing'),
  }),
]);

export type TimeBreakdownInput = ReadonlyInput<v.InferInput<typeof TimeBreakdownInputSchema>>;
export type TimeBreakdown = v.InferOutput<typeof TimeBreakdownOutputSchema>;

const HOW_TO_COLLECT = 'Record kernels and copies: rocprofv3 --sys-trace --output-format rocpd -- <application>.';

/**
 * How the GPU's time divides: kernels, exposed copies, exposed API calls and idle time as fractions of the window that
 * add up to 1 (docs/decisions/0001-partition-of-time.md). Nothing that overlaps counts twice. Several devices are
 * averaged, separate groups of processes added up. Without GPU work of any length `has_data` is false.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function timeBreakdown(input: TimeBreakdownInput, options: ToolOptions = {}): Promise<TimeBreakdown> {
  return callTool(timeBreakdownTool, input, options);
}

export const timeBreakdownTool = defineTool({
  key: 'trace_analysis.time_breakdown',
  description:
    'Where the GPU time of a rocpd trace went: fractions of the window for kernels, exposed copies, exposed host API ' +
    'calls and idle time (they add up to 1), and how much of the copy time kernels hide. Use first, before hotspots. ' +
    'Example: database_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: TimeBreakdownInputSchema,
  outputSchema: TimeBreakdownOutputSchema,
  run: (input, context) => withTrace(context, input.database_path, (trace) => breakDown(trace, context)),
});

async function breakDown(trace: Trace, context: ToolContext): Promise<TimeBreakdown> {
  const { parts, mergeContext } = await readParts(trace, (stage) => collectPartition(stage), context);
  return toFractions(mergePartition(parts, mergeContext));
}

function toFractions(breakdown: ExecutionBreakdown): TimeBreakdown {
  const { wall_ns: wallNs, devices } = breakdown;
  if (wallNs === 0)
    return {
      has_data: false,
      reason:
        devices.length === 0
          ? 'The trace holds no kernels and no copies of a GPU.'
          : 'All kernels and copies of the trace have no length, so their times are unusable.',
      how_to_collect: HOW_TO_COLLECT,
    };
  const copyNs = breakdown.copy_hidden_ns + breakdown.copy_exposed_ns;
  return {
    has_data: true,
    kernel_frac: breakdown.compute_ns / wallNs,
    memcpy_frac: breakdown.copy_exposed_ns / wallNs,
    api_frac: breakdown.api_exposed_ns / wallNs,
    idle_frac: breakdown.idle_other_ns / wallNs,
    total_wall_ns: wallNs,
    overlap_pct: copyNs === 0 ? null : percentOf(breakdown.copy_hidden_ns, copyNs),
  };
}
