import { findOptimizationTechnique } from '@perfxpert/knowledge';
import type { OfferedTechnique } from '../../schemas/offered-technique.js';
import type { Recommendation } from '../../schemas/recommendation.js';
import { CAUSE_TECHNIQUES } from '../techniques/cause-techniques.js';
import type { RecommendationDraft } from './rule.js';

/** Figures that any change has to improve. */
const WHOLE = ['execution_breakdown.wall_ns'];

/**
 * How to see whether the advice helped: the comparison of a recording from before with one from after, and the figures
 * that have to move (`verify` of the technique in optimization_techniques.json). Absent for notes, which change nothing.
 */
export function verificationOf(
  { priority, cause }: RecommendationDraft,
  [technique]: readonly OfferedTechnique[],
): Recommendation['verify'] {
  if (priority === 'INFO') return undefined;
  const entry = CAUSE_TECHNIQUES.find(
    ({ plainId, provenId, causes }) =>
      causes.includes(cause ?? '') && (provenId === technique?.name || plainId === technique?.name),
  );
  const plain = findOptimizationTechnique(entry?.plainId ?? '');
  return { full_command: 'perfxpert diff before.db after.db', metrics: [...WHOLE, ...(plain?.verify ?? [])] };
}
