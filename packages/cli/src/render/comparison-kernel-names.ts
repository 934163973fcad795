import type { TraceDiff } from '@perfxpert/agents';

/** Every kernel name that a comparison shows, each once. */
export function comparisonKernelNames(diff: TraceDiff): string[] {
  const names = [
    ...[...diff.per_kernel, ...diff.primary_regressions, ...diff.primary_improvements].map(({ name }) => name),
    ...[...diff.added, ...diff.removed].map(({ name }) => name),
    ...diff.renamed.flatMap((rename) => [rename.old, rename.new]),
    ...diff.more_calls,
  ];
  return [...new Set(names)];
}
