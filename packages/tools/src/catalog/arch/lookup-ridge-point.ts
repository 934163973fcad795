import * as v from 'valibot';
import { RIDGE_DTYPES, customaryRidge } from '../../lib/hardware/peak-rates.js';
import { requireGpu } from '../../lib/hardware/require-gpu.js';
import { roundTo } from '../../lib/statistics/round-to.js';
import { GfxIdInputSchema, SkuInputSchema } from '../../schemas/gfx-id.js';
import { amount } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const LookupRidgePointInputSchema = v.strictObject({
  gfx_id: GfxIdInputSchema,
  dtype: v.optional(v.pipe(v.picklist(RIDGE_DTYPES), v.description('Data type of the arithmetic')), 'fp32'),
  sku: SkuInputSchema,
});

export const LookupRidgePointOutputSchema = v.nullable(
  amount('Operations per byte at which memory stops being the limit; null = the part lacks the type or its bandwidth'),
);

export type LookupRidgePointInput = v.InferInput<typeof LookupRidgePointInputSchema>;

/**
 * Ridge point of a GPU: peak * 1000 / bandwidth, from the unrounded peak in 1e12 operations per second and GB/s, one
 * decimal. Vector peak for fp64 and fp32, dense matrix peak (else vector) for the other types. Null when the part lacks
 * the type, or its clock or bandwidth is not known.
 *
 * @throws KnowledgeError UNKNOWN_ID for an unknown architecture or part; ToolError INVALID_ARGUMENT for an unknown type.
 */
export function lookupRidgePoint(input: LookupRidgePointInput, options: ToolOptions = {}): number | null {
  return callSyncTool(lookupRidgePointTool, input, options);
}

export const lookupRidgePointTool = defineSyncTool({
  key: 'arch.lookup_ridge_point',
  description:
    'Arithmetic intensity, in operations per byte, at which a GPU turns from memory bound to compute bound for a data ' +
    'type; null where it is not known. Example: gfx_id "gfx942", dtype "bf16" gives 245.5.',
  toolClass: 'read_only',
  inputSchema: LookupRidgePointInputSchema,
  outputSchema: LookupRidgePointOutputSchema,
  run({ gfx_id: gfxId, dtype, sku }) {
    const ridge = customaryRidge(requireGpu(gfxId, sku), dtype);
    return ridge === null ? null : roundTo(ridge, 1);
  },
});
