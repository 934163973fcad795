import type { Formula } from '@perfxpert/knowledge';
import type { CounterGroup } from './counter-group.js';
import { counterSum, dispatchesOf, durationOf } from './kernel-counters.js';
import { evaluateMetric } from './metric-inputs.js';
import type { MetricDefinition, ResolvedMetric } from './metric-definitions.js';

/**
 * A metric over groups of dispatches that all hold what it needs; null where a fact of the device or a divisor is
 * missing. Counts are summed before they are divided; shares of time are weighted by duration.
 */
export function evaluateGroups(
  { id, scale }: MetricDefinition,
  { formula, kind }: ResolvedMetric,
  groups: readonly CounterGroup[],
): number | null {
  const [first] = groups;
  if (first === undefined) return null;
  switch (kind) {
    case 'time_share':
      return quotient(
        sumOf(groups, ({ timeWeighted }) => timeWeighted[id] ?? null),
        durationOf(groups),
      );
    case 'rate': {
      // value x duration adds up where the groups recorded the same amount in different forms, too
      const total = sumOf(groups, (group) => scaled(valueOf(formula, group), group.durationNs));
      return scaled(quotient(total, durationOf(groups)), scale);
    }
    case 'amount': {
      const total = sumOf(groups, (group) => valueOf(formula, group));
      return scaled(quotient(total, dispatchesOf(groups)), scale);
    }
    case 'ratio': {
      const counter = (name: string): number | null => sumOf(groups, (group) => counterSum(group, name));
      return scaled(evaluateMetric(formula, { device: first.device, counter, durationNs: null, cycles: null }), scale);
    }
  }
}

function valueOf(formula: Formula, group: CounterGroup): number | null {
  const counter = (name: string): number | null => counterSum(group, name);
  return evaluateMetric(formula, { device: group.device, counter, durationNs: group.durationNs, cycles: null });
}

function sumOf(groups: readonly CounterGroup[], valueOfGroup: (group: CounterGroup) => number | null): number | null {
  let sum = 0;
  for (const group of groups) {
    const value = valueOfGroup(group);
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

function quotient(left: number | null, right: number): number | null {
  return left === null || right === 0 ? null : left / right;
}
