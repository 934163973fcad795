import { interconnect, isKnownGfxId, listGfxIds, unknownIdError } from '@perfxpert/knowledge';
import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { collectCommunication } from '../../lib/facts/communication/collect-communication.js';
import { EMPTY_COMMUNICATION } from '../../lib/facts/communication/empty-communication.js';
import { mergeCommunication } from '../../lib/facts/communication/merge-communication.js';
import { readParts } from '../../lib/facts/read-parts.js';
import { CommunicationSchema } from '../../schemas/communication.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { GfxIdInputSchema } from '../../schemas/gfx-id.js';
import { text } from '../../schemas/numbers.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { withTrace } from '../../tool/with-trace.js';

export const AnalyzeCollectivesInputSchema = v.strictObject({
  db_path: DatabasePathSchema,
  gfx_id: v.optional(
    v.pipe(
      GfxIdInputSchema,
      v.description('GPU architecture whose links are the peak, for example gfx942; default: that of the trace'),
    ),
  ),
});

export const AnalyzeCollectivesOutputSchema = v.object({
  has_data: v.pipe(v.boolean(), v.description('Whether the trace holds communication kernels or calls')),
  reason: v.nullable(text('Why there is nothing; null where there is')),
  how_to_collect: v.nullable(text('How to record what is missing; null likewise')),
  ...CommunicationSchema.entries,
});

export type AnalyzeCollectivesInput = ReadonlyInput<v.InferInput<typeof AnalyzeCollectivesInputSchema>>;
export type AnalyzeCollectives = v.InferOutput<typeof AnalyzeCollectivesOutputSchema>;

/**
 * Collectives of a trace: kernels of communication libraries with the calls behind them, bandwidth against the links
 * where message sizes are recorded, and, with several ranks, waiting apart from transfer (`mergeCommunication`). The
 * same as `communication` in a report. A trace without communication gives empty lists and `has_data` false.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; KnowledgeError UNKNOWN_ID for an unknown architecture; RocpdError for a
 * trace that cannot be read.
 */
export function analyzeCollectives(
  input: AnalyzeCollectivesInput,
  options: ToolOptions = {},
): Promise<AnalyzeCollectives> {
  return callTool(analyzeCollectivesTool, input, options);
}

export const analyzeCollectivesTool = defineTool({
  key: 'rccl_analysis.analyze_collectives',
  description:
    'Collectives (RCCL, NCCL, MSCCL++) of a rocpd trace: time in them, what no other kernel hides, bus bandwidth where ' +
    'message sizes are recorded; with the files of several ranks transfer, waiting, skew, the last rank of each. ' +
    'Use when communication is a large share. Example: db_path ["rank0.db", "rank1.db"].',
  toolClass: 'read_only',
  inputSchema: AnalyzeCollectivesInputSchema,
  outputSchema: AnalyzeCollectivesOutputSchema,
  run: (input, context) => {
    const gfxId = input.gfx_id;
    if (gfxId !== undefined && !isKnownGfxId(gfxId) && interconnect(gfxId) === null)
      throw unknownIdError('gfx id', gfxId, listGfxIds());
    return withTrace(context, input.db_path, (trace) => analyze(trace, gfxId, context));
  },
});

async function analyze(trace: Trace, gfxId: string | undefined, context: ToolContext): Promise<AnalyzeCollectives> {
  const { parts, mergeContext } = await readParts(trace, (stage) => collectCommunication(stage), context);
  const merged = mergeCommunication(parts, mergeContext, gfxId === undefined ? {} : { peakGfxId: gfxId });
  if (merged !== null) return { has_data: true, reason: null, how_to_collect: null, ...merged };
  return {
    has_data: false,
    reason: 'The trace holds no communication kernels and no calls of a communication library.',
    how_to_collect:
      'Record a run with several GPUs, every rank of it: rocprofv3 --kernel-trace --rccl-trace --output-format rocpd -- <application>.',
    ...EMPTY_COMMUNICATION,
  };
}
