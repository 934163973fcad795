import type { Report, TraceDiff } from '@perfxpert/agents';

/** The comparison with an earlier run, where a report holds one. */
export function comparisonOf(report: Report & { readonly trace_diff?: TraceDiff | undefined }): TraceDiff | undefined {
  return report.trace_diff;
}
