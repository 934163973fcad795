import {
  expectedImpact,
  findChangeImpactModel,
  findOptimizationTechnique,
  findProvenOptimization,
} from '@perfxpert/knowledge';
import type { OptimizationTechnique, ProvenOptimization } from '@perfxpert/knowledge';
import type { EvaluatedCondition } from '../../schemas/condition.js';
import type { OfferedTechnique } from '../../schemas/offered-technique.js';
import { evaluateCondition } from '../metrics/evaluate-condition.js';
import type { MetricValues } from '../../schemas/metric-values.js';
import { changeMetrics } from '../predict-impact/change-metrics.js';
import type { ChangeMeasurement } from '../predict-impact/measure-change.js';
import { roundTo } from '../statistics/round-to.js';
import { CAUSE_TECHNIQUES } from './cause-techniques.js';
import type { CauseTechnique } from './cause-techniques.js';
import { programRange } from './program-range.js';
import type { KernelRoom } from './program-range.js';

/** Confidence where no precondition could be checked. */
const UNCHECKED_CONFIDENCE = 0.3;

/** A subject of advice: what causes it, what is known of it, and, for a kernel whose limit was measured, its room. */
export interface TechniqueSubject {
  readonly cause: string;
  readonly measured: ChangeMeasurement;
  /** Null where the subject is no kernel or counters do not show its limit: then nothing is predicted. */
  readonly room: KernelRoom | null;
}

/**
 * The techniques that act on the cause of a subject, with their preconditions held against the measured metrics. Three
 * values: a technique of which one precondition fails, or that its GPU does not have, is not offered; one of which some
 * are unknown says which metrics are missing. Applicable ones come first, then by catalogue.
 */
export function offerTechniques(subject: TechniqueSubject): OfferedTechnique[] {
  const metrics = metricsOf(subject);
  return CAUSE_TECHNIQUES.filter(({ causes }) => causes.includes(subject.cause))
    .flatMap((technique) => offer(technique, subject, metrics) ?? [])
    .sort((left, right) => rank(left) - rank(right));
}

function rank({ status }: OfferedTechnique): number {
  return status === 'applicable' ? 0 : 1;
}

function metricsOf({ measured }: TechniqueSubject): MetricValues {
  const share = measured.hotspot === null ? null : measured.hotspot.percent_of_total / 100;
  return { ...changeMetrics(measured), kernel_time_frac: share };
}

function offer(
  { plainId, provenId, effort }: CauseTechnique,
  subject: TechniqueSubject,
  metrics: MetricValues,
): OfferedTechnique | null {
  const proven = provenId === null ? null : findProvenOptimization(provenId);
  const plain = plainId === null ? null : findOptimizationTechnique(plainId);
  const { gfxId } = subject.measured;
  if (proven !== null && proven.applies_to_gfx.length > 0 && gfxId !== null && !proven.applies_to_gfx.includes(gfxId))
    // Its preconditions and its range are of other parts; what to do is known all the same.
    return plain === null ? null : offered(plain, null, effort, subject, []);
  const preconditions = (proven?.preconditions ?? []).map((condition) => evaluateCondition(condition, metrics));
  if (preconditions.some(({ passed }) => passed === false)) return null;
  return offered(plain, proven, effort, subject, preconditions);
}

function offered(
  plain: OptimizationTechnique | null,
  proven: ProvenOptimization | null,
  effort: OfferedTechnique['effort'],
  subject: TechniqueSubject,
  preconditions: readonly EvaluatedCondition[],
): OfferedTechnique {
  const passed = preconditions.filter((condition) => condition.passed === true).length;
  const unknown = preconditions.filter((condition) => condition.passed === null);
  const name = proven?.id ?? plain?.id ?? '';
  return {
    id: proven?.prediction_id ?? plain?.id ?? '',
    name,
    title: proven?.technique ?? name.replaceAll('_', ' '),
    rationale: [plain === null ? null : `${plain.when}: ${plain.do}.`, proven?.description ?? null]
      .filter((part) => part !== null)
      .join(' '),
    status: unknown.length === 0 ? 'applicable' : 'needs_data',
    confidence: confidenceOf(passed, unknown.length, proven !== null),
    expected_impact: proven === null ? null : expectedImpact(proven),
    effort,
    risk: proven?.risk ?? null,
    preconditions: [...preconditions],
    missing_metrics: unknown.map(({ metric }) => metric),
    source_citation: proven?.source_citation ?? null,
    ...predict(proven, subject, unknown.length),
  };
}

/** The cause itself was measured, so a technique without preconditions is as sure as one of two that hold. */
function confidenceOf(passed: number, unknown: number, isProven: boolean): number {
  if (!isProven) return 0.5;
  return roundTo(Math.max(UNCHECKED_CONFIDENCE, passed / Math.max(1, passed + unknown)), 2);
}

function predict(
  proven: ProvenOptimization | null,
  { measured, room }: TechniqueSubject,
  unknown: number,
): Pick<OfferedTechnique, 'predicted_program_speedup_range' | 'prediction_reason'> {
  const none = (reason: string) => ({ predicted_program_speedup_range: null, prediction_reason: reason });
  const model = proven === null ? null : findChangeImpactModel(proven.prediction_id);
  if (model === null) return none('there is no model of this change');
  if (room === null) return none('no counter shows what limits it, so there is a bound and no prediction');
  if (unknown > 0) return none('some of its preconditions could not be checked');
  const range = programRange(model, measured, room);
  return range === null
    ? none('the kernel runs near its roof: less than 5 % is left')
    : { predicted_program_speedup_range: range, prediction_reason: null };
}
