import { fusionPatternsCatalogue } from '@perfxpert/knowledge';
import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { readStages } from '../../lib/facts/read-stages.js';
import { collectFusion } from '../../lib/kernel-fusion/collect-fusion.js';
import type { FusionGroup } from '../../lib/kernel-fusion/collect-fusion.js';
import { mergeFusion } from '../../lib/kernel-fusion/merge-fusion.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { FusionCandidateSchema } from '../../schemas/fusion-candidate.js';
import type { FusionCandidate } from '../../schemas/fusion-candidate.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { withTrace } from '../../tool/with-trace.js';

export const FindFusionCandidatesInputSchema = v.strictObject({
  db_path: DatabasePathSchema,
  max_gap_ns: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Longest gap between the two kernels, nanoseconds')),
    500,
  ),
});

export const FindFusionCandidatesOutputSchema = v.array(FusionCandidateSchema);

export type FindFusionCandidatesInput = ReadonlyInput<v.InferInput<typeof FindFusionCandidatesInputSchema>>;

/**
 * Pairs of short kernels (below 10 us) that follow each other in one queue and stream of a device within `max_gap_ns`,
 * with the same launch shape: one row per names and shape, by the time that removing their gaps saves. Kernels of
 * libraries (matrix products, attention, convolutions, collectives, sorting) and copies are left out. Empty without any.
 *
 * Threshold of short kernels and kinds of fusion: knowledge, fusion_patterns.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function findFusionCandidates(
  input: FindFusionCandidatesInput,
  options: ToolOptions = {},
): Promise<FusionCandidate[]> {
  return callTool(findFusionCandidatesTool, input, options);
}

export const findFusionCandidatesTool = defineTool({
  key: 'kernel_fusion.find_fusion_candidates',
  description:
    'Pairs of short kernels of a rocpd trace that follow each other closely on one stream and could be one kernel: how ' +
    'often, the time that their gaps cost, a bound of the speedup, the kind of fusion. Use when many kernels are short. ' +
    'Example: db_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: FindFusionCandidatesInputSchema,
  outputSchema: FindFusionCandidatesOutputSchema,
  run: (input, context) => withTrace(context, input.db_path, (trace) => find(trace, input.max_gap_ns, context)),
});

async function find(trace: Trace, maxGapNs: number, context: ToolContext): Promise<FusionCandidate[]> {
  const shorterThanNs = fusionPatternsCatalogue().detector.short_kernel_us * 1000;
  const parts: FusionGroup[][] = [];
  await readStages(
    trace,
    (stage) => {
      parts.push(collectFusion(stage, { shorterThanNs, maxGapNs }));
    },
    context,
  );
  return mergeFusion(parts, maxGapNs);
}
