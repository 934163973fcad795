import * as v from 'valibot';
import { finiteQuotient } from '../../lib/metrics/finite-quotient.js';
import { counterDivisor, counterValue } from '../../schemas/counter-ratio.js';
import { amount } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ComputeHbmBandwidthInputSchema = v.strictObject({
  fetch_kib: counterValue('FETCH_SIZE: read from memory, KiB'),
  write_kib: counterValue('WRITE_SIZE: written to memory, KiB'),
  duration_ns: counterDivisor('Time in which it happened, nanoseconds; more than 0'),
});

export const ComputeHbmBandwidthOutputSchema = v.object({
  gb_per_s: amount('Decimal GB/s'),
  gib_per_s: amount('GiB/s'),
});

export type ComputeHbmBandwidthInput = v.InferInput<typeof ComputeHbmBandwidthInputSchema>;
export type HbmBandwidth = v.InferOutput<typeof ComputeHbmBandwidthOutputSchema>;

/**
 * Memory bandwidth from traffic and time: bytes = (fetch + write) * 1024; GB/s = bytes / ns (1 byte/ns is 1 GB/s);
 * GiB/s = bytes * 1e9 / ns / 2^30.
 *
 * @throws ToolError INVALID_ARGUMENT for a negative value or a duration of 0.
 */
export function computeHbmBandwidth(input: ComputeHbmBandwidthInput, options: ToolOptions = {}): HbmBandwidth {
  return callSyncTool(computeHbmBandwidthTool, input, options);
}

export const computeHbmBandwidthTool = defineSyncTool({
  key: 'metrics.compute_hbm_bandwidth',
  description:
    'Memory bandwidth in GB/s and GiB/s from FETCH_SIZE and WRITE_SIZE (KiB) and a duration in nanoseconds. Compare with ' +
    'arch.lookup_peaks. Example: 500000, 250000, 1000000 gives 768 GB/s.',
  toolClass: 'read_only',
  inputSchema: ComputeHbmBandwidthInputSchema,
  outputSchema: ComputeHbmBandwidthOutputSchema,
  run({ fetch_kib: fetchKib, write_kib: writeKib, duration_ns: durationNs }) {
    const bytes = (fetchKib + writeKib) * 1024;
    return {
      gb_per_s: finiteQuotient('fetch_kib', bytes, durationNs),
      gib_per_s: finiteQuotient('fetch_kib', bytes * 1e9, durationNs) / 2 ** 30,
    };
  },
});
