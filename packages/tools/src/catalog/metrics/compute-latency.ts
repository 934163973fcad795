import * as v from 'valibot';
import { finiteQuotient } from '../../lib/metrics/finite-quotient.js';
import { counterValue } from '../../schemas/counter-ratio.js';
import { amount, fraction } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ComputeLatencyInputSchema = v.strictObject({
  accum_prev_hires: counterValue('SQ_ACCUM_PREV_HIRES: a level counter added up over clocks'),
  insts_vmem: counterValue('SQ_INSTS_VMEM: vector memory instructions'),
  insts_lds: counterValue('SQ_INSTS_LDS: LDS instructions'),
  busy_cycles: counterValue('SQ_BUSY_CYCLES: clocks in which the shader was busy'),
  level: v.optional(
    v.pipe(
      v.picklist(['vmem', 'lds', 'waves']),
      v.description(
        'Level counter that was added up: SQ_INST_LEVEL_VMEM, SQ_INST_LEVEL_LDS or SQ_LEVEL_WAVES; default: not known',
      ),
    ),
  ),
});

export const ComputeLatencyOutputSchema = v.object({
  vmem_latency_cycles: v.nullable(amount('Clocks that a vector memory instruction is in flight')),
  lds_latency_cycles: v.nullable(amount('Clocks that an LDS instruction is in flight')),
  busy_ratio: v.nullable(fraction('busy / (busy + accumulated): mixes units, for comparison only')),
  mean_waves: v.nullable(amount('Waves in flight per busy clock')),
  ambiguous: v.pipe(
    v.boolean(),
    v.description('The level counter is not known: at most one of the latencies is right'),
  ),
});

export type ComputeLatencyInput = v.InferInput<typeof ComputeLatencyInputSchema>;
export type Latency = v.InferOutput<typeof ComputeLatencyOutputSchema>;

/**
 * Mean latency from an accumulated level counter: accumulated / instructions (Little's law). SQ_ACCUM_PREV_HIRES adds up
 * the one level counter asked for before it, so `level` must say which: then only its own figure is filled (vmem and lds
 * a latency, waves the mean number of waves), null where the divisor is 0.
 *
 * Without `level` both latencies and the busy ratio are given as if it were theirs, 0 for a divisor of 0, with
 * `ambiguous` true.
 *
 * @throws ToolError INVALID_ARGUMENT for a negative value.
 */
export function computeLatency(input: ComputeLatencyInput, options: ToolOptions = {}): Latency {
  return callSyncTool(computeLatencyTool, input, options);
}

export const computeLatencyTool = defineSyncTool({
  key: 'metrics.compute_latency',
  description:
    'Mean latency in clocks of vector memory or LDS instructions, or mean waves in flight, from SQ_ACCUM_PREV_HIRES. Say ' +
    'which level counter it followed (level). Example: 12000, 300, 50, 4000, level "vmem" gives 40.',
  toolClass: 'read_only',
  inputSchema: ComputeLatencyInputSchema,
  outputSchema: ComputeLatencyOutputSchema,
  run(input) {
    const { accum_prev_hires: accumulated, level } = input;
    const vmem = quotient('accum_prev_hires', accumulated, input.insts_vmem);
    const lds = quotient('accum_prev_hires', accumulated, input.insts_lds);
    if (level === undefined)
      return {
        vmem_latency_cycles: vmem ?? 0,
        lds_latency_cycles: lds ?? 0,
        busy_ratio: quotient('busy_cycles', input.busy_cycles, input.busy_cycles + accumulated) ?? 0,
        mean_waves: null,
        ambiguous: true,
      };
    return {
      vmem_latency_cycles: level === 'vmem' ? vmem : null,
      lds_latency_cycles: level === 'lds' ? lds : null,
      busy_ratio: null,
      mean_waves: level === 'waves' ? quotient('accum_prev_hires', accumulated, input.busy_cycles) : null,
      ambiguous: false,
    };
  },
});

function quotient(field: string, dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : finiteQuotient(field, dividend, divisor);
}
