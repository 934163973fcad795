import { stallReason } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { copyEntry } from '../../lib/knowledge/copy-entry.js';
import { text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ClassifyStallReasonInputSchema = v.strictObject({
  stall_code: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(128),
    v.description('Stall reason of PC sampling: WAITCNT, ALU_DEPENDENCY, ..., or the full name of the SDK'),
  ),
});

export const ClassifyStallReasonOutputSchema = v.object({
  code: text('Code without the prefix of the SDK'),
  name: text('What it is called'),
  root_cause: text('Why a wave could not issue'),
  mitigation: text('What helps'),
  actionable: v.pipe(v.boolean(), v.description('Something can be done about it')),
  category: v.exactOptional(
    v.picklist(['front_end', 'dependency', 'memory', 'other', 'sync', 'contention', 'pipeline']),
  ),
});

export type ClassifyStallReasonInput = v.InferInput<typeof ClassifyStallReasonInputSchema>;
export type StallReasonEntry = v.InferOutput<typeof ClassifyStallReasonOutputSchema>;

/**
 * Why a sampled wave did not issue, the cause behind it, and what helps. The SDK's full enumeration name and the older
 * names BARRIER and INTERLOCK_VMEM are accepted.
 *
 * Source: ROCprofiler-SDK pc_sampling.h.
 *
 * @throws KnowledgeError UNKNOWN_ID with the known codes; ToolError INVALID_ARGUMENT.
 */
export function classifyStallReason(input: ClassifyStallReasonInput, options: ToolOptions = {}): StallReasonEntry {
  return callSyncTool(classifyStallReasonTool, input, options);
}

export const classifyStallReasonTool = defineSyncTool({
  key: 'att.classify_stall_reason',
  description:
    'Cause of and remedy for a stall reason of PC sampling. Use it to read Stall_Reason columns. Example: stall_code ' +
    '"WAITCNT".',
  toolClass: 'read_only',
  inputSchema: ClassifyStallReasonInputSchema,
  outputSchema: ClassifyStallReasonOutputSchema,
  run: ({ stall_code: code }) => copyEntry(stallReason(code)),
});
