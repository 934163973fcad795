import { bottleneckType } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { copyEntry } from '../../lib/knowledge/copy-entry.js';
import { CONDITION_FIELDS } from '../../schemas/condition.js';
import { text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const LookupSignaturesInputSchema = v.strictObject({
  bottleneck_type: v.pipe(
    v.string(),
    v.maxLength(64),
    v.description('compute, memory_transfer, latency, api_overhead or mixed'),
  ),
});

export const LookupSignaturesOutputSchema = v.object({
  name: text('Kind of bottleneck'),
  priority_hint: v.picklist(['high', 'medium', 'low']),
  specialist: v.nullable(v.pipe(v.picklist(['compute', 'memory', 'latency']), v.description('Whose techniques apply'))),
  signatures: v.array(v.object({ ...CONDITION_FIELDS, src: text('Where the threshold comes from') })),
  note: v.exactOptional(text('Remark')),
});

export type LookupSignaturesInput = v.InferInput<typeof LookupSignaturesInputSchema>;
export type BottleneckSignatures = v.InferOutput<typeof LookupSignaturesOutputSchema>;

/**
 * The conditions that speak for a kind of bottleneck, with priority and specialist. A copy: changing it changes nothing.
 *
 * @throws KnowledgeError UNKNOWN_ID with the known kinds; ToolError INVALID_ARGUMENT.
 */
export function lookupSignatures(input: LookupSignaturesInput, options: ToolOptions = {}): BottleneckSignatures {
  return callSyncTool(lookupSignaturesTool, input, options);
}

export const lookupSignaturesTool = defineSyncTool({
  key: 'bottleneck.lookup_signatures',
  description:
    'Which metrics and thresholds speak for a kind of bottleneck, and whose techniques apply. Fractions are 0..1. ' +
    'Use it to see what to measure next. Example: bottleneck_type "memory_transfer".',
  toolClass: 'read_only',
  inputSchema: LookupSignaturesInputSchema,
  outputSchema: LookupSignaturesOutputSchema,
  run: ({ bottleneck_type: name }) => copyEntry(bottleneckType(name)),
});
