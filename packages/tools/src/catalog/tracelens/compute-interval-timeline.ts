import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { readParts } from '../../lib/facts/read-parts.js';
import { collectTimeline, mergeTimeline } from '../../lib/timeline/interval-timeline.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { IntervalTimelineSchema } from '../../schemas/interval-timeline.js';
import type { IntervalTimeline } from '../../schemas/interval-timeline.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { withTrace } from '../../tool/with-trace.js';

export const ComputeIntervalTimelineInputSchema = v.strictObject({ db_path: DatabasePathSchema });

export type ComputeIntervalTimelineInput = ReadonlyInput<v.InferInput<typeof ComputeIntervalTimelineInputSchema>>;

const HOW_TO_COLLECT = 'Record kernels and copies: rocprofv3 --sys-trace --output-format rocpd -- <application>.';

/**
 * True compute, exposed copies and idle time of a trace, on one line for all devices and for each of them: on one line a
 * device that waits hides behind one that works. Percents are 0..100 with 2 digits; without GPU work all is 0 and
 * `has_data` false. How API calls divide the idle time: `trace_analysis.time_breakdown`.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function computeIntervalTimeline(
  input: ComputeIntervalTimelineInput,
  options: ToolOptions = {},
): Promise<IntervalTimeline> {
  return callTool(computeIntervalTimelineTool, input, options);
}

export const computeIntervalTimelineTool = defineTool({
  key: 'tracelens.compute_interval_timeline',
  description:
    'True compute, exposed copy and idle time of a rocpd trace in nanoseconds and percent of the window, on one line ' +
    'for all devices and for each. Divide percents by 100 for classify_overhead. ' +
    'Example: db_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: ComputeIntervalTimelineInputSchema,
  outputSchema: IntervalTimelineSchema,
  run: (input, context) => withTrace(context, input.db_path, (trace) => compute(trace, context)),
});

async function compute(trace: Trace, context: ToolContext): Promise<IntervalTimeline> {
  const { parts, mergeContext } = await readParts(trace, (stage) => collectTimeline(stage), context);
  const timeline = mergeTimeline(parts, mergeContext);
  if (timeline.total_wall_ns > 0) return { has_data: true, ...timeline };
  return {
    has_data: false,
    ...timeline,
    reason: 'The trace holds no kernels and no copies of a GPU that have a length.',
    how_to_collect: HOW_TO_COLLECT,
  };
}
