import { listGfxIds, occupancyRules, unknownIdError } from '@perfxpert/knowledge';
import type { OccupancyRules } from '@perfxpert/knowledge';

/** The occupancy rules of an architecture. @throws KnowledgeError UNKNOWN_ID with the known architectures. */
export function requireOccupancyRules(gfxId: string): OccupancyRules {
  const rules = occupancyRules(gfxId);
  if (rules === null) throw unknownIdError('gfx id', gfxId, listGfxIds());
  return rules;
}
