import { checkCondition } from '@perfxpert/knowledge';
import type { Condition } from '@perfxpert/knowledge';
import type { EvaluatedCondition } from '../../schemas/condition.js';
import type { MetricValues } from '../../schemas/metric-values.js';

/** A condition with what was measured for it: it holds, fails, or, without a value, is unknown (null). */
export function evaluateCondition(condition: Condition, metrics: MetricValues): EvaluatedCondition {
  const { metric, op, threshold } = condition;
  const measured = Object.hasOwn(metrics, metric) ? metrics[metric] : null;
  const outcome = checkCondition(condition, measured);
  return {
    metric,
    op,
    threshold,
    value: outcome === 'unknown' ? null : Number(measured),
    passed: outcome === 'unknown' ? null : outcome === 'holds',
  };
}
