const IDENTIFIER = /^[a-z0-9_.]+$/;
/** The unit stands with the value. */
const UNIT_SUFFIX = /_(ns|us|ms|pct|frac|bytes|gbps)$/;

/** Name of a figure as words: `copy_exposed_ns` is `copy exposed`. Names that are no identifiers stay as they are. */
export function metricWords(metric: string): string {
  if (!IDENTIFIER.test(metric)) return metric;
  return metric.replace(UNIT_SUFFIX, '').replaceAll('_', ' ');
}
