import { listGfxIds, occupancyRules } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { count } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const OccupancySpecsTableInputSchema = v.strictObject({});

export const OccupancySpecsTableOutputSchema = v.record(
  v.string(),
  v.object({
    max_waves_per_simd: count('Most resident waves of a SIMD'),
    vgprs_per_simd: count('Vector registers per lane of a SIMD'),
    lds_per_cu_kb: count('LDS of a compute unit, KiB'),
    wavefront_size: count('Lanes of a wave'),
    simds_per_cu: count('SIMDs of a compute unit'),
  }),
);

export type OccupancySpecsTableInput = v.InferInput<typeof OccupancySpecsTableInputSchema>;
export type OccupancySpecsTable = v.InferOutput<typeof OccupancySpecsTableOutputSchema>;

/**
 * What bounds the resident waves of each architecture, by id, ids sorted as text. Pre-production ids (gfx940, gfx941)
 * stand for their final one.
 *
 * Source: knowledge, occupancy_tables (LLVM AMDGPUBaseInfo) and gpu_specs.
 */
export function occupancySpecsTable(
  input: OccupancySpecsTableInput = {},
  options: ToolOptions = {},
): OccupancySpecsTable {
  return callSyncTool(occupancySpecsTableTool, input, options);
}

export const occupancySpecsTableTool = defineSyncTool({
  key: 'arch.occupancy_specs_table',
  description:
    'Limits of occupancy for every known architecture: waves per SIMD, vector registers, LDS in KiB, wave size, SIMDs ' +
    'per compute unit. Use it to compare architectures; takes no input.',
  toolClass: 'read_only',
  inputSchema: OccupancySpecsTableInputSchema,
  outputSchema: OccupancySpecsTableOutputSchema,
  run() {
    const rows = listGfxIds().flatMap((gfxId) => {
      const rules = occupancyRules(gfxId);
      if (rules === null) return [];
      const row = {
        max_waves_per_simd: rules.maxWavesPerSimd,
        vgprs_per_simd: rules.vgprsPerSimd,
        lds_per_cu_kb: rules.ldsBytesPerCu / 1024,
        wavefront_size: rules.waveSize,
        simds_per_cu: rules.simdsPerCu,
      };
      return [[gfxId, row] as const];
    });
    return Object.fromEntries(rows);
  },
});
