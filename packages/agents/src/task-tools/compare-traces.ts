import { defineTool, traceDiff, TraceDiffSchema } from '@perfxpert/tools';
import type { DiffKernel, ToolContext } from '@perfxpert/tools';
import * as v from 'valibot';
import { DatabasePathSchema } from './database-path.js';

const { entries } = TraceDiffSchema;
const kernel = entries.per_kernel.item.entries;

const ComparedKernelSchema = v.object({
  name: kernel.name,
  baseline_ns: kernel.baseline_ns,
  new_ns: kernel.new_ns,
  delta_ns: kernel.delta_ns,
  delta_pct: kernel.delta_pct,
  change: kernel.change,
  was_hot: kernel.was_hot,
  calls_baseline: kernel.calls_baseline,
  calls_new: kernel.calls_new,
  explained_by: kernel.explained_by,
  significance: kernel.significance,
  renamed_from: kernel.renamed_from,
});

export const CompareTracesInputSchema = v.strictObject({
  baseline_db: v.pipe(DatabasePathSchema, v.description('Run before the change: trace file, folder, or list of runs')),
  new_db: v.pipe(DatabasePathSchema, v.description('Run after the change, likewise')),
  threshold_pct: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1000),
      v.description('Change of the GPU window that turns the verdict, percent; default 5'),
    ),
  ),
});

export const CompareTracesOutputSchema = v.object({
  verdict: entries.verdict,
  verdict_basis: entries.verdict_basis,
  verdict_delta_ns: entries.verdict_delta_ns,
  verdict_delta_pct: entries.verdict_delta_pct,
  verdict_threshold_pct: entries.verdict_threshold_pct,
  wall_delta_ns: entries.wall_delta_ns,
  wall_delta_pct: entries.wall_delta_pct,
  window_parts: entries.window_parts,
  primary_regressions: v.pipe(v.array(ComparedKernelSchema), v.description('Slower or added kernels, largest first')),
  primary_improvements: v.pipe(v.array(ComparedKernelSchema), v.description('Faster or removed kernels, likewise')),
  renamed: entries.renamed,
  copies_regressed: entries.copies_regressed,
  totals: entries.totals,
  warnings: entries.warnings,
});

type Input = v.InferOutput<typeof CompareTracesInputSchema>;

/** The comparison of two runs without its long lists. Errors as `trace_diff.diff_runs`. */
export const compareTracesTool = defineTool({
  key: 'compare_traces',
  description:
    'Did it get faster? One verdict (improved, regressed, neutral) on two traces by the change of the GPU window, with ' +
    'the kernels that got slower or faster, split into number of calls and time per call, and renamed kernels. ' +
    'Example: {"baseline_db": "before.db", "new_db": "after.db"}.',
  toolClass: 'read_only',
  inputSchema: CompareTracesInputSchema,
  outputSchema: CompareTracesOutputSchema,
  run: compare,
});

async function compare(input: Input, context: ToolContext): Promise<v.InferOutput<typeof CompareTracesOutputSchema>> {
  const { threshold_pct: threshold } = input;
  const diff = await traceDiff.diffRuns(
    {
      baseline_db: input.baseline_db,
      new_db: input.new_db,
      top_kernels: 0,
      ...(threshold === undefined ? {} : { threshold_pct: threshold }),
    },
    context,
  );
  return {
    verdict: diff.verdict,
    verdict_basis: diff.verdict_basis,
    verdict_delta_ns: diff.verdict_delta_ns,
    verdict_delta_pct: diff.verdict_delta_pct,
    verdict_threshold_pct: diff.verdict_threshold_pct,
    wall_delta_ns: diff.wall_delta_ns,
    wall_delta_pct: diff.wall_delta_pct,
    window_parts: diff.window_parts,
    primary_regressions: diff.primary_regressions.map(comparedKernel),
    primary_improvements: diff.primary_improvements.map(comparedKernel),
    renamed: diff.renamed,
    copies_regressed: diff.copies_regressed,
    totals: diff.totals,
    warnings: diff.warnings,
  };
}

function comparedKernel(row: DiffKernel): v.InferOutput<typeof ComparedKernelSchema> {
  return {
    name: row.name,
    baseline_ns: row.baseline_ns,
    new_ns: row.new_ns,
    delta_ns: row.delta_ns,
    delta_pct: row.delta_pct,
    change: row.change,
    was_hot: row.was_hot,
    calls_baseline: row.calls_baseline,
    calls_new: row.calls_new,
    explained_by: row.explained_by,
    significance: row.significance,
    renamed_from: row.renamed_from,
  };
}
