import { tracelensMetricsCatalogue } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { copyEntry } from '../../lib/knowledge/copy-entry.js';
import { amount, fraction } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const LookupMetricsInputSchema = v.strictObject({});

const RulesSchema = v.array(v.pipe(v.array(v.string()), v.length(2)));
export const LookupMetricsOutputSchema = v.object({
  thresholds: v.object({
    idle_high: fraction('Idle time is high from here'),
    wasted_high: fraction('Time in short kernels is high from here'),
    short_kernel_us: amount('A kernel below this is short, microseconds'),
    gemm_dominant: fraction('Matrix products dominate from here'),
  }),
  fields: v.pipe(v.record(v.string(), v.string()), v.description('Figures of a time line, percent 0..100')),
  categories_in_order: v.pipe(RulesSchema, v.description('Customary categories: name, pattern')),
  ours_in_order: v.pipe(RulesSchema, v.description('Categories in use: name, pattern; the first that matches wins')),
  fallback: v.pipe(v.string(), v.description('Category when none matches')),
  match: v.string(),
  known_misses: v.array(v.string()),
  histogram_buckets_us: v.pipe(
    v.array(v.pipe(v.array(amount('Bound, microseconds')), v.length(2))),
    v.description('Buckets: from, to'),
  ),
});

export type LookupMetricsInput = v.InferInput<typeof LookupMetricsInputSchema>;
export type TimelineMetrics = v.InferOutput<typeof LookupMetricsOutputSchema>;

/** Thresholds of time lines and the patterns that put kernels into categories. A copy: changing it changes nothing. */
export function lookupMetrics(input: LookupMetricsInput = {}, options: ToolOptions = {}): TimelineMetrics {
  return callSyncTool(lookupMetricsTool, input, options);
}

export const lookupMetricsTool = defineSyncTool({
  key: 'tracelens.lookup_metrics',
  description:
    'Thresholds for idle time and short kernels, and the name patterns that put kernels into categories (GEMM, NCCL, ' +
    '...). Use it to see how kernels are sorted; takes no input.',
  toolClass: 'read_only',
  inputSchema: LookupMetricsInputSchema,
  outputSchema: LookupMetricsOutputSchema,
  run: () => copyEntry(tracelensMetricsCatalogue()),
});
