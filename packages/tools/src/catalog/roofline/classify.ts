import { memoryBandwidthGbps } from '@perfxpert/knowledge';
import type { Gpu } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { RIDGE_DTYPES, customaryPeak, customaryRidge } from '../../lib/hardware/peak-rates.js';
import { requireGpu } from '../../lib/hardware/require-gpu.js';
import { finiteQuotient } from '../../lib/metrics/finite-quotient.js';
import { regimeOf } from '../../lib/roofline/regime.js';
import { GfxIdInputSchema, SkuInputSchema } from '../../schemas/gfx-id.js';
import { amount, fraction, text } from '../../schemas/numbers.js';
import { invalidArgument } from '../../tool/invalid-argument.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ClassifyInputSchema = v.strictObject({
  flops: amount('Operations of the kernel, one multiply-add = 2'),
  bytes: v.pipe(v.number(), v.gtValue(0), v.description('Bytes read from and written to memory; more than 0')),
  gfx_id: GfxIdInputSchema,
  dtype: v.optional(v.pipe(v.picklist(RIDGE_DTYPES), v.description('Data type of the arithmetic')), 'fp32'),
  duration_ns: v.optional(
    v.pipe(v.number(), v.gtValue(0), v.description('Run time in nanoseconds, for achieved_frac; default: not known')),
  ),
  sku: SkuInputSchema,
});

export const ClassifyOutputSchema = v.object({
  arithmetic_intensity: amount('Operations per byte'),
  ridge_point: v.nullable(amount('Operations per byte at which memory stops being the limit; null = not known')),
  regime: v.nullable(
    v.pipe(
      v.picklist(['compute', 'memory', 'balanced']),
      v.description('What bounds the kernel; balanced = within 5 % of the ridge point; null = not known'),
    ),
  ),
  distance_to_roof: v.nullable(
    fraction('Below and at the ridge point: intensity / ridge point; above it always 0.5, which says nothing'),
  ),
  achieved_frac: v.nullable(
    amount(
      'Achieved rate / rate that the roof allows at this intensity; above 1 the inputs are wrong; null = not known',
    ),
  ),
  reason: v.exactOptional(text('Why figures are null')),
});

export type ClassifyInput = v.InferInput<typeof ClassifyInputSchema>;
export type RooflineClass = v.InferOutput<typeof ClassifyOutputSchema>;

/**
 * Where a kernel stands on the roofline of a GPU: intensity = flops / bytes, against ridge = peak(dtype) / bandwidth.
 *
 * - regime: `balanced` when |intensity - ridge| / ridge <= 0.05, else `compute` above and `memory` below.
 * - achieved_frac = (flops / duration) / min(peak, intensity * bandwidth); null without a duration or without flops.
 *
 * Ridge, regime and what follows are null, with a reason, for a part whose bandwidth the tables lack.
 *
 * Source: Williams, Waterman, Patterson: Roofline (2009); peaks from knowledge, gpu_specs.
 *
 * @throws ToolError INVALID_ARGUMENT for bytes of 0, negative values, an unknown type or one that the part lacks;
 * KnowledgeError UNKNOWN_ID for an unknown architecture or part.
 */
export function classify(input: ClassifyInput, options: ToolOptions = {}): RooflineClass {
  return callSyncTool(classifyTool, input, options);
}

export const classifyTool = defineSyncTool({
  key: 'roofline.classify',
  description:
    'Whether a kernel is bound by compute or memory: operations per byte against the ridge point of a GPU, and with a ' +
    'duration (ns) which share of the roof it reached. Example: flops 1e12, bytes 1e11, gfx_id "gfx942" is memory.',
  toolClass: 'read_only',
  inputSchema: ClassifyInputSchema,
  outputSchema: ClassifyOutputSchema,
  run({ flops, bytes, gfx_id: gfxId, dtype, duration_ns: durationNs, sku }) {
    const gpu = requireGpu(gfxId, sku);
    const peak = requirePeak(gpu, dtype);
    const intensity = finiteQuotient('flops', flops, bytes);
    const ridge = customaryRidge(gpu, dtype);
    const bandwidth = memoryBandwidthGbps(gpu);
    if (peak === null || ridge === null || bandwidth === null)
      return {
        arithmetic_intensity: intensity,
        ridge_point: null,
        regime: null,
        distance_to_roof: null,
        achieved_frac: null,
        reason: `The clock or memory bandwidth of ${gpu.assumedSku.name} is not known.`,
      };
    const regime = regimeOf(intensity, ridge);
    // 1e12 operations per second are 1000 per nanosecond; 1 GB/s is 1 byte per nanosecond.
    const roof = Math.min(peak * 1000, intensity * bandwidth);
    return {
      arithmetic_intensity: intensity,
      ridge_point: ridge,
      regime,
      distance_to_roof: regime === 'compute' ? 0.5 : Math.min(intensity / ridge, 1),
      achieved_frac: durationNs === undefined || roof === 0 ? null : finiteQuotient('flops', flops / durationNs, roof),
    };
  },
});

/** Peak of a type in 1e12 operations per second; null when only the clock or the CU count is not known. */
function requirePeak(gpu: Gpu, dtype: (typeof RIDGE_DTYPES)[number]): number | null {
  const peak = customaryPeak(gpu, dtype);
  const isCountKnown = gpu.assumedSku.cuCount !== null && gpu.assumedSku.clockMhz !== null;
  if (peak !== null || !isCountKnown) return peak;
  const types = RIDGE_DTYPES.filter((type) => customaryPeak(gpu, type) !== null);
  throw invalidArgument('dtype', `a type that ${gpu.assumedSku.name} has a peak for: ${types.join(', ')}`, dtype);
}
