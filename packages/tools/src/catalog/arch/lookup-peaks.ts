import { isKnownGfxId, normalizeGfxId } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { applyRuntimeSpec, emptyPeaks } from '../../lib/hardware/apply-runtime-spec.js';
import { describePeaks } from '../../lib/hardware/describe-peaks.js';
import { requireGpu } from '../../lib/hardware/require-gpu.js';
import type { RuntimeGpuSpec } from '../../lib/hardware/runtime-gpu-spec.js';
import { GfxIdInputSchema, SkuInputSchema } from '../../schemas/gfx-id.js';
import { HardwarePeaksSchema } from '../../schemas/hardware-peaks.js';
import type { HardwarePeaks } from '../../schemas/hardware-peaks.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const LookupPeaksInputSchema = v.strictObject({
  gfx_id: GfxIdInputSchema,
  prefer_runtime: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Let facts of a GPU of this machine, where a caller discovered them, beat the tables'),
    ),
    false,
  ),
  sku: SkuInputSchema,
});

export type LookupPeaksInput = v.InferInput<typeof LookupPeaksInputSchema>;

/**
 * Peaks, caches, occupancy limits and ridge points of a GPU: of the part `sku`, else of the usual part of the
 * architecture, with `sku_assumed` true where there are several.
 *
 * Facts of the machine come from `settings.runtimeGpuSpecs`; they are used with `prefer_runtime`, and for an id that the
 * tables lack. This look-up itself starts no program.
 *
 * @throws KnowledgeError UNKNOWN_ID with the known architectures or parts; ToolError INVALID_ARGUMENT.
 */
export function lookupPeaks(input: LookupPeaksInput, options: ToolOptions = {}): HardwarePeaks {
  return callSyncTool(lookupPeaksTool, input, options);
}

export const lookupPeaksTool = defineSyncTool({
  key: 'arch.lookup_peaks',
  description:
    'Hardware peaks of a GPU architecture: TFLOPS by type, memory bandwidth in GB/s, caches, waves and registers, ' +
    'ridge points in operations per byte. Use it to judge measured rates. Example: gfx_id "gfx942", sku "MI325X".',
  toolClass: 'read_only',
  inputSchema: LookupPeaksInputSchema,
  outputSchema: HardwarePeaksSchema,
  run({ gfx_id: gfxId, prefer_runtime: preferRuntime, sku }, { settings }) {
    const spec = findRuntimeSpec(settings.runtimeGpuSpecs ?? [], gfxId);
    if (!isKnownGfxId(gfxId) && spec !== null) return applyRuntimeSpec(emptyPeaks(gfxId), spec);
    const peaks = describePeaks(requireGpu(gfxId, sku));
    return preferRuntime ? applyRuntimeSpec(peaks, spec) : peaks;
  },
});

function findRuntimeSpec(specs: readonly RuntimeGpuSpec[], gfxId: string): RuntimeGpuSpec | null {
  const id = normalizeGfxId(gfxId);
  return specs.find((spec) => normalizeGfxId(spec.gfx_id) === id) ?? null;
}
