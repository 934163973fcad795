import { wavesByVgprs } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { requireOccupancyRules } from '../../lib/occupancy/require-occupancy-rules.js';
import { GfxIdInputSchema } from '../../schemas/gfx-id.js';
import { count } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const LookupWavesPerEuInputSchema = v.strictObject({
  vgpr_count: count(
    'Vector registers of a thread; where one file holds both kinds (gfx90a and later CDNA), accumulation registers included',
  ),
  gfx_id: GfxIdInputSchema,
});

export const LookupWavesPerEuOutputSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.description('Waves that the registers of one execution unit (SIMD) hold'),
);

export type LookupWavesPerEuInput = v.InferInput<typeof LookupWavesPerEuInputSchema>;

/**
 * Waves that fit on an execution unit (SIMD) by vector registers: min(most waves, floor(registers / (ceil(v / granule) *
 * granule))). 0 counts as one granule; a count above what a thread may have gives 1, because the kernel then spills.
 *
 * Source: LLVM AMDGPUBaseInfo; AMD MI300X tuning guide, occupancy table.
 *
 * @throws KnowledgeError UNKNOWN_ID for an unknown architecture; ToolError INVALID_ARGUMENT for a negative count.
 */
export function lookupWavesPerEu(input: LookupWavesPerEuInput, options: ToolOptions = {}): number {
  return callSyncTool(lookupWavesPerEuTool, input, options);
}

export const lookupWavesPerEuTool = defineSyncTool({
  key: 'occupancy.lookup_waves_per_eu',
  description:
    'Waves per execution unit (SIMD) that a number of vector registers allows on an architecture. Example: vgpr_count ' +
    '128, gfx_id "gfx942" gives 4.',
  toolClass: 'read_only',
  inputSchema: LookupWavesPerEuInputSchema,
  outputSchema: LookupWavesPerEuOutputSchema,
  run: ({ vgpr_count: vgprs, gfx_id: gfxId }) => wavesByVgprs(requireOccupancyRules(gfxId), vgprs),
});
