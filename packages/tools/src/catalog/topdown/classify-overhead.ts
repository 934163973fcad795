import { checkCondition, topdownRedFlags } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { fraction, text } from '../../schemas/numbers.js';
import type { WithPctSpelling } from '../../tool/input-aliases.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ClassifyOverheadInputSchema = v.strictObject({
  memcpy_frac: fraction('Copies that no kernel covers, of the window'),
  api_frac: fraction('Host API calls, of the window'),
  idle_frac: fraction('Idle GPU, of the window'),
});

export const ClassifyOverheadOutputSchema = v.array(
  v.object({
    red_flag_name: v.picklist(['memcpy_dominant', 'api_overhead_high', 'gpu_idle_high']),
    metric: v.picklist(['memcpy_frac', 'api_overhead_frac', 'gpu_idle_frac']),
    value: fraction('As given'),
    threshold: fraction('From here it is a red flag'),
    priority: v.picklist(['high', 'medium', 'low']),
    message: text('What to do'),
  }),
);

export type ClassifyOverheadInput = WithPctSpelling<v.InferInput<typeof ClassifyOverheadInputSchema>>;
export type RedFlags = v.InferOutput<typeof ClassifyOverheadOutputSchema>;

/**
 * Red flags of a division of time (fractions 0..1): copies from 0.20, API from 0.10, idle from 0.10, in this order.
 * Empty when none is raised.
 *
 * Source: knowledge, topdown.
 *
 * @throws ToolError INVALID_ARGUMENT outside 0..1.
 */
export function classifyOverhead(input: ClassifyOverheadInput, options: ToolOptions = {}): RedFlags {
  return callSyncTool(classifyOverheadTool, input, options);
}

export const classifyOverheadTool = defineSyncTool({
  key: 'topdown.classify_overhead',
  description:
    'Red flags in how the time divides: too much copying, API time or idle time (fractions 0..1), with advice. Use after ' +
    'trace_analysis.time_breakdown. Example: memcpy_frac 0.3, api_frac 0.05, idle_frac 0.05.',
  toolClass: 'read_only',
  inputSchema: ClassifyOverheadInputSchema,
  outputSchema: ClassifyOverheadOutputSchema,
  run({ memcpy_frac: memcpy, api_frac: api, idle_frac: idle }) {
    const values = { memcpy_frac: memcpy, api_overhead_frac: api, gpu_idle_frac: idle };
    return topdownRedFlags()
      .filter((flag) => checkCondition(flag, values[flag.metric]) === 'holds')
      .map(({ name, metric, threshold, priority, message }) => ({
        red_flag_name: name,
        metric,
        value: values[metric],
        threshold,
        priority,
        message,
      }));
  },
});
