import type { Report, TraceDiff } from '@perfxpert/agents';

/** The comparison with an earlier run, where a report holds one that could be made. */
export function comparisonOf({ trace_diff: comparison }: Pick<Report, 'trace_diff'>): TraceDiff | undefined {
  return comparison !== undefined && 'verdict' in comparison ? comparison : undefined;
}

/** Why there is no comparison though a baseline was named; undefined otherwise. */
export function failedComparisonOf({ trace_diff: comparison }: Pick<Report, 'trace_diff'>): string | undefined {
  return comparison !== undefined && 'reason' in comparison ? comparison.reason : undefined;
}
