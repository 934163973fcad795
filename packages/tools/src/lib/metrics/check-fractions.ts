import type { MetricValues } from '../../schemas/metric-values.js';
import { invalidArgument } from '../../tool/invalid-argument.js';

/**
 * Refuses a metric that is a fraction by its name (`_frac`, `_rate`) and lies outside 0..1: 45 for 45 % would pass every
 * threshold.
 *
 * @throws ToolError INVALID_ARGUMENT naming the metric
 */
export function checkFractions(field: string, metrics: MetricValues): void {
  for (const [name, value] of Object.entries(metrics))
    if (/_(frac|rate)$/.test(name) && typeof value === 'number' && (value < 0 || value > 1))
      throw invalidArgument(`${field}.${name}`, 'a fraction 0..1', value);
}
