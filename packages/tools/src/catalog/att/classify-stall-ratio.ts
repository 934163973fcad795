import { stallRatioSeverity } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { fraction } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ClassifyStallRatioInputSchema = v.strictObject({
  stall_ratio: fraction('Stalled cycles of an instruction / its latency'),
});

export const ClassifyStallRatioOutputSchema = v.object({
  severity: v.picklist(['critical', 'high', 'medium', 'low']),
  stall_ratio: fraction('As given'),
});

export type ClassifyStallRatioInput = v.InferInput<typeof ClassifyStallRatioInputSchema>;
export type StallRatioClass = v.InferOutput<typeof ClassifyStallRatioOutputSchema>;

/**
 * Severity of a stall ratio (0..1): critical from 0.80, high from 0.60, medium from 0.40, else low.
 *
 * Source: knowledge, att_format.
 *
 * @throws ToolError INVALID_ARGUMENT outside 0..1.
 */
export function classifyStallRatio(input: ClassifyStallRatioInput, options: ToolOptions = {}): StallRatioClass {
  return callSyncTool(classifyStallRatioTool, input, options);
}

export const classifyStallRatioTool = defineSyncTool({
  key: 'att.classify_stall_ratio',
  description:
    'How bad the stall of an instruction in a thread trace is, from stalled cycles over latency (0..1). Example: ' +
    'stall_ratio 0.65 is high.',
  toolClass: 'read_only',
  inputSchema: ClassifyStallRatioInputSchema,
  outputSchema: ClassifyStallRatioOutputSchema,
  run: ({ stall_ratio: ratio }) => ({ severity: stallRatioSeverity(ratio), stall_ratio: ratio }),
});
