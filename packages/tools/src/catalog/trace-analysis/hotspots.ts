import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { DEFAULT_TOP_KERNELS } from '../../lib/facts/create-merge-context.js';
import { collectHotspots, mergeHotspots } from '../../lib/facts/hotspots.js';
import { collectKernelSegments } from '../../lib/facts/kernel-segments.js';
import { readParts } from '../../lib/facts/read-parts.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { HotspotSchema } from '../../schemas/hotspot.js';
import type { Hotspot } from '../../schemas/hotspot.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import { withTrace } from '../../tool/with-trace.js';

export const HotspotsInputSchema = v.strictObject({
  database_path: DatabasePathSchema,
  top_n: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000), v.description('Kernels to list')),
    DEFAULT_TOP_KERNELS,
  ),
});

export const HotspotsOutputSchema = v.array(HotspotSchema);

export type HotspotsInput = ReadonlyInput<v.InferInput<typeof HotspotsInputSchema>>;

/**
 * The kernels that took the most time, by summed duration, then name. Durations are nanoseconds; `percent_of_total` is
 * of the summed time of all kernels, not of the window. Empty without kernels.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function hotspots(input: HotspotsInput, options: ToolOptions = {}): Promise<Hotspot[]> {
  return callTool(hotspotsTool, input, options);
}

export const hotspotsTool = defineTool({
  key: 'trace_analysis.hotspots',
  description:
    'The kernels of a rocpd trace that took the most time: calls, total, average, median, 95th percentile, spread, ' +
    'first call, share of kernel time, time alone on the device, and launch shapes. Use after time_breakdown. ' +
    'Example: database_path "trace.db", top_n 5.',
  toolClass: 'read_only',
  inputSchema: HotspotsInputSchema,
  outputSchema: HotspotsOutputSchema,
  run: (input, context) => withTrace(context, input.database_path, (trace) => rank(trace, input.top_n, context)),
});

async function rank(trace: Trace, topKernels: number, context: ToolContext): Promise<Hotspot[]> {
  const { parts, mergeContext } = await readParts(
    trace,
    (stage) => collectHotspots(stage, collectKernelSegments(stage.columns)),
    context,
    { topKernels },
  );
  return mergeHotspots(parts, mergeContext).hotspots;
}
