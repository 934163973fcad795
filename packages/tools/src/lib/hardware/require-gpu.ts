import { listGfxIds, listSkus, lookupGpu, unknownIdError } from '@perfxpert/knowledge';
import type { Gpu } from '@perfxpert/knowledge';

/**
 * A GPU of the tables by architecture and, if given, part.
 *
 * @throws KnowledgeError UNKNOWN_ID with the known architectures, or the known parts of that one.
 */
export function requireGpu(gfxId: string, sku?: string): Gpu {
  const gpu = lookupGpu(gfxId, { sku });
  if (gpu === null) throw unknownIdError('gfx id', gfxId, listGfxIds());
  const names = listSkus(gfxId).map(({ name }) => name);
  if (sku !== undefined && !names.some((name) => name.toLowerCase() === sku.toLowerCase()))
    throw unknownIdError(`part of ${gpu.gfxId}`, sku, names);
  return gpu;
}
