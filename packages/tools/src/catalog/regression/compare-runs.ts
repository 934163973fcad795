import * as v from 'valibot';
import { REMOVED_SHARE_FRAC, judgeKernelTimes } from '../../lib/regression/judge-kernel-times.js';
import type { KernelChange } from '../../lib/regression/judge-kernel-times.js';
import { compareText } from '../../lib/text/compare-text.js';
import { createSide } from '../../lib/trace-diff/comparison-side.js';
import type { ComparisonSide } from '../../lib/trace-diff/comparison-side.js';
import { pairKernels } from '../../lib/trace-diff/pair-kernels.js';
import type { KernelPair } from '../../lib/trace-diff/pair-kernels.js';
import { readSide } from '../../lib/trace-diff/read-run.js';
import { amount, signed, text } from '../../schemas/numbers.js';
import { runPathsSchema } from '../../schemas/run-paths.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const CompareRunsInputSchema = v.strictObject({
  db_before: runPathsSchema('Run before the change'),
  db_after: runPathsSchema('Run after the change'),
  threshold_pct: v.optional(
    v.pipe(v.number(), v.minValue(0), v.description('Change that counts, percent: 3 means 3 %')),
    3,
  ),
});

export const CompareRunsOutputSchema = v.object({
  verdict: v.picklist(['regressed', 'improved', 'neutral']),
  total_delta_pct: signed('Change of the summed time of all kernels, percent'),
  weighted_geomean_delta_pct: v.nullable(
    signed('Weighted geometric mean of the changes of kernels in both runs, percent; null without any'),
  ),
  per_kernel_deltas: v.array(
    v.object({
      kernel: text('Kernel name, as before the change'),
      delta_pct: signed('Change of its summed time, percent; -100 for one that is gone'),
      was_hot: v.pipe(v.boolean(), v.description('Hot before the change (regression.identify_hot_kernels)')),
    }),
  ),
  threshold_pct: amount('Threshold as given, percent'),
  new_kernels: v.pipe(v.array(v.string()), v.description('Kernels that only the run after the change has, sorted')),
  removed_kernels: v.pipe(v.array(v.string()), v.description('Kernels that only the run before has, sorted')),
  renamed_kernels: v.pipe(
    v.array(v.object({ old: text('Name before'), new: text('Name after') })),
    v.description('Kernels taken to be the same under another name; compared as one'),
  ),
  warnings: v.pipe(
    v.array(v.string()),
    v.description('kernels_removed: removed kernels had more than 3 % of the time before, which looks like a gain'),
  ),
});

export type CompareRunsInput = ReadonlyInput<v.InferInput<typeof CompareRunsInputSchema>>;
export type KernelComparison = v.InferOutput<typeof CompareRunsOutputSchema>;

/**
 * Gate on kernel times (`judgeKernelTimes` has the rule). Several runs per side count by their medians; a kernel under
 * another name is the same (`matchRenames`). Deltas by kernel are sorted by name and cover kernels with time before the
 * change; new ones count in the total only. The verdict of a comparison is `trace_diff.diff_runs`.
 *
 * @throws ToolError INVALID_ARGUMENT for a side without kernel time, CANCELLED; RocpdError for what cannot be read.
 */
export function compareRuns(input: CompareRunsInput, options: ToolOptions = {}): Promise<KernelComparison> {
  return callTool(compareRunsTool, input, options);
}

export const compareRunsTool = defineTool({
  key: 'regression.compare_runs',
  description:
    'Gate on kernel times after a code change: regressed if a hot kernel is more than 10 % slower or the weighted mean ' +
    'of all is above threshold_pct (percent, default 3). For the overall verdict of two runs use trace_diff.diff_runs. ' +
    'Example: db_before "before.db", db_after "after.db".',
  toolClass: 'read_only',
  inputSchema: CompareRunsInputSchema,
  outputSchema: CompareRunsOutputSchema,
  async run({ db_before: dbBefore, db_after: dbAfter, threshold_pct: thresholdPct }, context) {
    const before = createSide(await readSide(context, 'db_before', dbBefore));
    const after = createSide(await readSide(context, 'db_after', dbAfter));
    return compare(before, after, thresholdPct);
  },
});

function compare(before: ComparisonSide, after: ComparisonSide, thresholdPct: number): KernelComparison {
  const { pairs, renames } = pairKernels(before, after);
  const nameOf = (pair: KernelPair): string => pair.renamedFrom ?? pair.name;
  const changes = pairs
    .map((pair): KernelChange => ({
      name: nameOf(pair),
      beforeNs: pair.before?.totalNs ?? 0,
      afterNs: pair.after?.totalNs ?? 0,
      isHot: before.hot.has(nameOf(pair)),
    }))
    .filter(({ beforeNs }) => beforeNs > 0)
    .sort((a, b) => compareText(a.name, b.name));
  const totals = { beforeNs: before.kernelTimeNs, afterNs: after.kernelTimeNs };
  const { verdict, totalDeltaPct, weightedGeomeanDeltaPct } = judgeKernelTimes(changes, totals, thresholdPct);
  const removed = pairs.filter((pair) => (pair.after?.calls ?? 0) === 0);
  const removedNs = removed.reduce((sum, pair) => sum + (pair.before?.totalNs ?? 0), 0);
  return {
    verdict,
    total_delta_pct: totalDeltaPct,
    weighted_geomean_delta_pct: weightedGeomeanDeltaPct,
    per_kernel_deltas: changes.map(({ name, beforeNs, afterNs, isHot }) => ({
      kernel: name,
      delta_pct: (100 * (afterNs - beforeNs)) / beforeNs,
      was_hot: isHot,
    })),
    threshold_pct: thresholdPct,
    new_kernels: namesOf(pairs.filter((pair) => (pair.before?.calls ?? 0) === 0)),
    removed_kernels: namesOf(removed),
    renamed_kernels: renames.map((rename) => ({ old: rename.old, new: rename.new })),
    warnings: removedNs > REMOVED_SHARE_FRAC * before.kernelTimeNs ? ['kernels_removed'] : [],
  };
}

function namesOf(pairs: readonly KernelPair[]): string[] {
  return pairs.map(({ name }) => name).sort(compareText);
}
