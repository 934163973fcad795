import { expectedImpact, listGfxIds, provenOptimizationsFor, resolveArch, unknownIdError } from '@perfxpert/knowledge';
import type { OptimizationCategory, ProvenOptimization } from '@perfxpert/knowledge';
import type { EvaluatedCondition } from '../../schemas/condition.js';
import type { MetricValues } from '../../schemas/metric-values.js';
import type { Technique } from '../../schemas/technique.js';
import { checkFractions } from '../metrics/check-fractions.js';
import { evaluateCondition } from '../metrics/evaluate-condition.js';

/** Techniques of a category for an architecture. */
export interface TechniqueQuery {
  readonly gfx_id: string;
  /** Measured values; without them preconditions are not looked at. */
  readonly metrics?: MetricValues | undefined;
}

/**
 * The techniques of a category that exist for an architecture, in the order of the tables. With metrics, each also says
 * whether its preconditions hold: `applicable` when all do, `not_applicable` when one fails, else `needs_data`.
 *
 * @throws KnowledgeError UNKNOWN_ID for an unknown architecture; ToolError INVALID_ARGUMENT for a fraction outside 0..1.
 */
export function techniqueCatalog(category: OptimizationCategory, query: TechniqueQuery): Technique[] {
  const { gfx_id: gfxId, metrics } = query;
  const resolved = resolveArch(gfxId);
  if (resolved === null) throw unknownIdError('gfx id', gfxId, listGfxIds());
  if (metrics !== undefined) checkFractions('metrics', metrics);
  return provenOptimizationsFor(category, resolved.gfxId).map((entry) => ({
    ...toTechnique(entry, category),
    ...(metrics === undefined ? {} : evaluatePreconditions(entry, metrics)),
  }));
}

/** The preconditions of a technique and what they amount to; three-valued: unknown is neither true nor false. */
function evaluatePreconditions(
  entry: ProvenOptimization,
  metrics: MetricValues,
): { readonly status: NonNullable<Technique['status']>; readonly preconditions: EvaluatedCondition[] } {
  const preconditions = entry.preconditions.map((condition) => evaluateCondition(condition, metrics));
  if (preconditions.some(({ passed }) => passed === false)) return { status: 'not_applicable', preconditions };
  const isKnown = preconditions.every(({ passed }) => passed !== null);
  return { status: isKnown ? 'applicable' : 'needs_data', preconditions };
}

function toTechnique(entry: ProvenOptimization, category: OptimizationCategory): Technique {
  return {
    id: entry.prediction_id,
    name: entry.id,
    title: entry.technique,
    description: entry.description,
    category,
    expected_impact: expectedImpact(entry),
    effort_factor: entry.effort_factor,
    risk: entry.risk,
    source_citation: entry.source_citation,
  };
}
