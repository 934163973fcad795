import * as v from 'valibot';
import { CounterRatioSchema, counterDivisor, counterRatio, counterValue } from '../../schemas/counter-ratio.js';
import type { CounterRatio } from '../../schemas/counter-ratio.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ComputeL1MissRateInputSchema = v.strictObject({
  tcp_tcc_read_req: counterValue('TCP_TCC_READ_REQ: reads that L1 sent on to L2'),
  tcp_total_read: counterDivisor('TCP_TOTAL_READ: reads that reached L1; more than 0'),
});

export type ComputeL1MissRateInput = v.InferInput<typeof ComputeL1MissRateInputSchema>;

/**
 * Share of L1 reads that went on to L2: TCP_TCC_READ_REQ / TCP_TOTAL_READ, 0..1. Above 1 the counters come from
 * different runs; that is told, not clamped.
 *
 * @throws ToolError INVALID_ARGUMENT for a negative counter or TCP_TOTAL_READ 0.
 */
export function computeL1MissRate(input: ComputeL1MissRateInput, options: ToolOptions = {}): CounterRatio {
  return callSyncTool(computeL1MissRateTool, input, options);
}

export const computeL1MissRateTool = defineSyncTool({
  key: 'metrics.compute_l1_miss_rate',
  description:
    'Share of vector L1 cache reads (0..1) that missed and went to L2, from TCP_TCC_READ_REQ and TCP_TOTAL_READ. ' +
    'Example: tcp_tcc_read_req 200, tcp_total_read 1000 gives 0.2.',
  toolClass: 'read_only',
  inputSchema: ComputeL1MissRateInputSchema,
  outputSchema: CounterRatioSchema,
  run: ({ tcp_tcc_read_req: misses, tcp_total_read: reads }) => counterRatio('tcp_tcc_read_req', misses, reads),
});
