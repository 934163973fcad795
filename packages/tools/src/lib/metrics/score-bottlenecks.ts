import { bottleneckTypes } from '@perfxpert/knowledge';
import type { EvaluatedCondition } from '../../schemas/condition.js';
import type { MetricValues } from '../../schemas/metric-values.js';
import { evaluateCondition } from './evaluate-condition.js';

/** Kinds of bottleneck that are scored, in the order that settles ties. */
export const SCORED_BOTTLENECKS = ['compute', 'memory_transfer', 'latency', 'api_overhead'] as const;
export type ScoredBottleneck = (typeof SCORED_BOTTLENECKS)[number];

/** How far the metrics speak for one kind of bottleneck. */
export interface BottleneckScore {
  readonly type: ScoredBottleneck;
  /** Conditions that hold / conditions of the type, 0..1: an unknown metric speaks for nothing. */
  readonly score: number;
  readonly conditions: readonly EvaluatedCondition[];
}

/**
 * Scores of all kinds but `mixed`, best first; of equal scores the earlier of the tables. `mixed` is what is left when
 * none convinces, so it has no score.
 */
export function scoreBottlenecks(metrics: MetricValues): readonly BottleneckScore[] {
  const scores = bottleneckTypes().flatMap(({ name, signatures }) => {
    if (name === 'mixed') return [];
    const conditions = signatures.map((signature) => evaluateCondition(signature, metrics));
    const holding = conditions.filter(({ passed }) => passed === true).length;
    return [{ type: name, score: holding / conditions.length, conditions }];
  });
  return scores.sort((left, right) => right.score - left.score);
}
