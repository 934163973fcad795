import { tracelensMetricsCatalogue } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { fraction } from '../../schemas/numbers.js';
import type { WithPctSpelling } from '../../tool/input-aliases.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ClassifyOverheadInputSchema = v.strictObject({
  idle_frac: fraction('Idle GPU, of the window'),
  wasted_frac: fraction('Time in very short kernels, of kernel time'),
});

const SeveritySchema = v.picklist(['high', 'low']);
export const ClassifyOverheadOutputSchema = v.object({
  idle_severity: SeveritySchema,
  wasted_severity: SeveritySchema,
  idle_frac: fraction('As given'),
  wasted_frac: fraction('As given'),
  recommended_actions: v.array(v.string()),
});

export type ClassifyOverheadInput = WithPctSpelling<v.InferInput<typeof ClassifyOverheadInputSchema>>;
export type TimelineOverhead = v.InferOutput<typeof ClassifyOverheadOutputSchema>;

/**
 * Whether idle time (from 0.20) and time in short kernels (from 0.05) are high, with one action for each that is, idle
 * first. Fractions 0..1: library figures of time lines are percents, divide them by 100.
 *
 * Source: knowledge, tracelens_metrics.
 *
 * @throws ToolError INVALID_ARGUMENT outside 0..1.
 */
export function classifyOverhead(input: ClassifyOverheadInput, options: ToolOptions = {}): TimelineOverhead {
  return callSyncTool(classifyOverheadTool, input, options);
}

export const classifyOverheadTool = defineSyncTool({
  key: 'tracelens.classify_overhead',
  description:
    'Whether idle time and time in very short kernels (fractions 0..1) are high, and what to do. Example: idle_frac ' +
    '0.25, wasted_frac 0.01.',
  toolClass: 'read_only',
  inputSchema: ClassifyOverheadInputSchema,
  outputSchema: ClassifyOverheadOutputSchema,
  run({ idle_frac: idle, wasted_frac: wasted }) {
    const { idle_high: idleHigh, wasted_high: wastedHigh } = tracelensMetricsCatalogue().thresholds;
    const isIdle = idle >= idleHigh;
    const isWasted = wasted >= wastedHigh;
    return {
      idle_severity: isIdle ? ('high' as const) : ('low' as const),
      wasted_severity: isWasted ? ('high' as const) : ('low' as const),
      idle_frac: idle,
      wasted_frac: wasted,
      recommended_actions: [
        ...(isIdle ? ['Give the GPU more work at a time: overlap copies and kernels, batch more, wait less.'] : []),
        ...(isWasted ? ['Fuse short kernels, or capture the launch sequence in a graph.'] : []),
      ],
    };
  },
});
