import { kernelTypePeak, listKernelTypes, peakTflops } from '@perfxpert/knowledge';
import type { Gpu } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { requireGpu } from '../../lib/hardware/require-gpu.js';
import { roundTo } from '../../lib/statistics/round-to.js';
import { GfxIdInputSchema, SkuInputSchema } from '../../schemas/gfx-id.js';
import { amount, text } from '../../schemas/numbers.js';
import { invalidArgument } from '../../tool/invalid-argument.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const SanityCheckInputSchema = v.strictObject({
  achieved_flops_per_sec: amount('Operations per second that were measured or claimed, one multiply-add = 2'),
  kernel_type: v.pipe(
    v.string(),
    v.maxLength(64),
    v.description(
      'Arithmetic: fp64, fp32, fp16 (vector); fp64_matrix, fp32_matrix, xf32_matrix, fp16_matrix, bf16, bf16_matrix, fp8, fp6, fp4, int8 (matrix)',
    ),
  ),
  gfx_id: GfxIdInputSchema,
  sku: SkuInputSchema,
});

export const SanityCheckOutputSchema = v.object({
  plausible: v.pipe(v.boolean(), v.description('Not above the peak')),
  reason: text('Why, in words'),
  sol_peak: amount('Peak of the part, operations per second, as its data sheet rounds it'),
  fraction_of_peak: amount('Achieved / peak; above 1 it cannot be'),
  sku_assumed: v.pipe(v.boolean(), v.description('The peak is that of the usual part of the architecture')),
});

export type SanityCheckInput = v.InferInput<typeof SanityCheckInputSchema>;
export type SanityCheck = v.InferOutput<typeof SanityCheckOutputSchema>;

/** Data sheets round peaks (81.7 for 81.7152), so a rate may pass them by this much. */
const TOLERANCE_FRAC = 0.001;

/**
 * Whether a rate of operations is possible at all: plausible when achieved <= peak * 1.001. The peak is the data-sheet
 * value (one decimal of TFLOPS) of the part `sku`, else of the architecture's usual part.
 *
 * @throws ToolError INVALID_ARGUMENT, with the peaks of the part in `details.peaks`, for an unknown type or one that the
 * part lacks; KnowledgeError UNKNOWN_ID for an unknown architecture or part.
 */
export function sanityCheck(input: SanityCheckInput, options: ToolOptions = {}): SanityCheck {
  return callSyncTool(sanityCheckTool, input, options);
}

export const sanityCheckTool = defineSyncTool({
  key: 'sol.sanity_check',
  description:
    'Whether a claimed rate of operations per second is possible on a GPU, and which share of the peak it is. Use it ' +
    'before believing a speed-up. Example: 4e13, kernel_type "fp64", gfx_id "gfx942".',
  toolClass: 'read_only',
  inputSchema: SanityCheckInputSchema,
  outputSchema: SanityCheckOutputSchema,
  run({ achieved_flops_per_sec: achieved, kernel_type: kernelType, gfx_id: gfxId, sku }) {
    const gpu = requireGpu(gfxId, sku);
    const peak = peakOf(gpu, kernelType);
    if (peak === null) throw missingPeak(gpu, kernelType);
    const share = achieved / peak;
    const isPlausible = achieved <= peak * (1 + TOLERANCE_FRAC);
    return {
      plausible: isPlausible,
      reason: `${roundTo(100 * share, 1)} % of the ${kernelType} peak of ${gpu.assumedSku.name}${isPlausible ? '.' : ': more than it can do.'}`,
      sol_peak: peak,
      fraction_of_peak: share,
      sku_assumed: gpu.skuAssumed,
    };
  },
});

/** Operations per second; null when the type is unknown or the part lacks it. */
function peakOf(gpu: Gpu, kernelType: string): number | null {
  const type = kernelTypePeak(kernelType);
  const tflops = type === null ? null : peakTflops(gpu, type.dtype, type.unit);
  return tflops === null ? null : roundTo(tflops, 1) * 1e12;
}

function missingPeak(gpu: Gpu, kernelType: string) {
  const peaks = listKernelTypes().flatMap((type): [string, number][] => {
    const peak = peakOf(gpu, type);
    return peak === null ? [] : [[type, peak]];
  });
  const known = peaks.map(([type, peak]) => `${type} (${roundTo(peak / 1e12, 1)}e12)`).join(', ');
  const expected = `a type that ${gpu.assumedSku.name} has a peak for: ${known}`;
  return invalidArgument('kernel_type', expected, kernelType, { peaks: Object.fromEntries(peaks) });
}
