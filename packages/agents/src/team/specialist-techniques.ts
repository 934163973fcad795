import { computeTechniques, latencyTechniques, memoryTechniques } from '@perfxpert/tools';
import type { MetricValues, Prediction, Technique } from '@perfxpert/tools';
import { isMatrixName, specialistMetrics } from './specialist-metrics.js';
import type { SpecialistFacts } from './specialist-metrics.js';
import { promotedTechnique, rankTechniques } from './rank-techniques.js';
import type { SpecialistKind } from './rank-techniques.js';

/** A technique as a specialist offers it. */
export interface SpecialistTechnique extends Technique {
  readonly rationale: string;
  readonly effort: 'low' | 'medium' | 'high';
  readonly confidence: number;
  readonly missing_metrics: readonly string[];
  /** Speed-up of the hottest kernel, from and to; null: nothing could be predicted. */
  readonly predicted_impact_range: readonly [number, number] | null;
  /** Why nothing was predicted; null where something was. */
  readonly prediction_reason: string | null;
  readonly predicted_confidence?: number;
  readonly predicted_rationale?: string;
  /** For `predict_impact.explain_prediction`. */
  readonly prediction_id?: string;
  readonly roofline_delta?: Prediction['roofline_delta'];
}

/** The offer of a specialist, without what a model may add. */
export interface Offer {
  readonly techniques: readonly SpecialistTechnique[];
  readonly confidence: number;
  readonly citations: readonly string[];
}

/** Confidence where no precondition is known. */
const UNKNOWN_CONFIDENCE = 0.3;
/** Effort factors up to which an effort is low, and medium. */
const EFFORT_LIMITS = { low: 1, medium: 2 } as const;
/** Architectures that a technique must exist on to count as one for every GPU: the generations of data-centre parts. */
const GENERATIONS = ['gfx908', 'gfx90a', 'gfx942', 'gfx950'] as const;

const CATALOGS: Readonly<Record<SpecialistKind, typeof computeTechniques.catalog>> = {
  compute: computeTechniques.catalog,
  memory: memoryTechniques.catalog,
  latency: latencyTechniques.catalog,
};

/**
 * The techniques of a specialist with their preconditions held against what was measured, in order.
 *
 * @param gfxId null: only those that exist on every GPU
 * @throws KnowledgeError UNKNOWN_ID for an unknown architecture
 */
export function specialistOffer(kind: SpecialistKind, gfxId: string | null, facts: SpecialistFacts): Offer {
  const metrics = specialistMetrics(facts);
  const catalog = gfxId === null ? universalCatalog(kind, metrics) : CATALOGS[kind]({ gfx_id: gfxId, metrics });
  const promoted = promotedTechnique(
    kind,
    facts.hotKernels.some(({ name }) => isMatrixName(name)),
  );
  const techniques = rankTechniques(catalog, promoted).map(offered);
  const usable = techniques.filter(({ status }) => status !== 'not_applicable');
  return {
    techniques,
    confidence: confidenceOf(usable.flatMap(({ preconditions = [] }) => preconditions)),
    citations: [...new Set(usable.map(({ source_citation: citation }) => citation))].sort(),
  };
}

function universalCatalog(kind: SpecialistKind, metrics: MetricValues): Technique[] {
  const [first, ...others] = GENERATIONS.map((gfxId) => CATALOGS[kind]({ gfx_id: gfxId, metrics }));
  return (first ?? []).filter(({ name }) => others.every((catalog) => catalog.some((entry) => entry.name === name)));
}

function offered(technique: Technique): SpecialistTechnique {
  const { preconditions = [], effort_factor: factor } = technique;
  const unknown = preconditions.filter(({ passed }) => passed === null).map(({ metric }) => metric);
  return {
    ...technique,
    rationale: rationaleOf(technique, unknown),
    effort: factor <= EFFORT_LIMITS.low ? 'low' : factor <= EFFORT_LIMITS.medium ? 'medium' : 'high',
    confidence: technique.status === 'not_applicable' ? 0 : confidenceOf(preconditions),
    missing_metrics: unknown,
    predicted_impact_range: null,
    prediction_reason: 'nothing is predicted without database_path',
  };
}

function rationaleOf({ description, status, preconditions = [] }: Technique, unknown: readonly string[]): string {
  if (status === 'applicable') return `${description} All of its preconditions hold.`;
  if (status === 'needs_data') return `${description} Not yet known: ${unknown.join(', ')}.`;
  const failed = preconditions.filter(({ passed }) => passed === false);
  const reasons = failed.map(({ metric, op, threshold, value }) => `${metric} is ${value}, needs ${op} ${threshold}`);
  return `${description} Does not apply: ${reasons.join('; ')}.`;
}

/** Part of the preconditions that hold, of those that hold or are unknown. */
function confidenceOf(preconditions: readonly { readonly passed: boolean | null }[]): number {
  const passed = preconditions.filter((condition) => condition.passed === true).length;
  const unknown = preconditions.filter((condition) => condition.passed === null).length;
  if (passed + unknown === 0) return UNKNOWN_CONFIDENCE;
  return Math.max(UNKNOWN_CONFIDENCE, Math.round((100 * passed) / (passed + unknown)) / 100);
}
