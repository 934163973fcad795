import * as v from 'valibot';
import { CounterRatioSchema, counterRatio, counterValue } from '../../schemas/counter-ratio.js';
import type { CounterRatio } from '../../schemas/counter-ratio.js';
import { invalidArgument } from '../../tool/invalid-argument.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ComputeL2HitRateInputSchema = v.strictObject({
  tcc_hit: counterValue('TCC_HIT: L2 requests that hit'),
  tcc_miss: counterValue('TCC_MISS: L2 requests that missed; not both 0'),
});

export type ComputeL2HitRateInput = v.InferInput<typeof ComputeL2HitRateInputSchema>;

/**
 * Share of L2 requests that hit: TCC_HIT / (TCC_HIT + TCC_MISS), 0..1.
 *
 * Source: ROCprofiler-SDK counter_defs.yaml, L2CacheHit.
 *
 * @throws ToolError INVALID_ARGUMENT for a negative counter, or when both are 0.
 */
export function computeL2HitRate(input: ComputeL2HitRateInput, options: ToolOptions = {}): CounterRatio {
  return callSyncTool(computeL2HitRateTool, input, options);
}

export const computeL2HitRateTool = defineSyncTool({
  key: 'metrics.compute_l2_hit_rate',
  description:
    'Share of L2 cache requests (0..1) that hit, from TCC_HIT and TCC_MISS. Example: tcc_hit 900, tcc_miss 100 gives 0.9.',
  toolClass: 'read_only',
  inputSchema: ComputeL2HitRateInputSchema,
  outputSchema: CounterRatioSchema,
  run({ tcc_hit: hits, tcc_miss: misses }) {
    if (hits + misses === 0) throw invalidArgument('tcc_miss', 'more than 0 when tcc_hit is 0', misses);
    return counterRatio('tcc_hit', hits, hits + misses);
  },
});
