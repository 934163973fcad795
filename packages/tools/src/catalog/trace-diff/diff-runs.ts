import * as v from 'valibot';
import { compareSides } from '../../lib/trace-diff/compare-sides.js';
import { createSide } from '../../lib/trace-diff/comparison-side.js';
import { DEFAULT_THRESHOLD_PCT } from '../../lib/trace-diff/judge-comparison.js';
import { checkSide, readSide } from '../../lib/trace-diff/read-run.js';
import type { RunMeasure } from '../../lib/trace-diff/run-measure.js';
import { runPathsSchema } from '../../schemas/run-paths.js';
import { TraceDiffSchema } from '../../schemas/trace-diff.js';
import type { TraceDiff } from '../../schemas/trace-diff.js';
import { callTool, checkOutput, parseInput } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import { createToolContext } from '../../tool/tool-context.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';

export const DiffRunsInputSchema = v.strictObject({
  baseline_db: runPathsSchema('Run to compare with'),
  new_db: runPathsSchema('Run to judge'),
  top_kernels: v.optional(
    v.pipe(v.number(), v.integer(), v.description('Rows of per_kernel; below 0 counts as 0')),
    20,
  ),
  threshold_pct: v.optional(
    v.pipe(
      v.number(),
      v.description(
        'Change of the GPU window that turns the verdict, percent, sign ignored; default: the settings, else 5',
      ),
    ),
  ),
});

type ParsedInput = v.InferOutput<typeof DiffRunsInputSchema>;
export type DiffRunsInput = ReadonlyInput<v.InferInput<typeof DiffRunsInputSchema>>;

/**
 * Compares two runs, or several runs of two versions, kernel by kernel, with one verdict: by the change of the GPU window
 * (first start to last end of kernels and copies; medians over the runs of a side), or of summed kernel time where a
 * side has no times. The threshold is `threshold_pct`, else `settings.regressionThresholdPct`, else 5. Hot are
 * the kernels that cover `settings.hotKernelCoveragePct` (80) of the kernel time; a slower one is listed and warned of,
 * but does not turn the verdict. Method: docs/comparing-runs.md.
 *
 * @throws ToolError INVALID_ARGUMENT for a side without kernel time, CANCELLED; RocpdError for what cannot be read.
 */
export function diffRuns(input: DiffRunsInput, options: ToolOptions = {}): Promise<TraceDiff> {
  return callTool(diffRunsTool, input, options);
}

export const diffRunsTool = defineTool({
  key: 'trace_diff.diff_runs',
  description:
    'Compares two rocpd traces (or several runs of each side) kernel by kernel: verdict by the GPU window, slower and ' +
    'faster kernels split into number of calls and time per call, significance, added, removed and renamed kernels, ' +
    'copies. Use to answer "did it get faster?". Example: baseline_db "before.db", new_db "after.db".',
  toolClass: 'read_only',
  inputSchema: DiffRunsInputSchema,
  outputSchema: TraceDiffSchema,
  run: compare,
});

/**
 * `diffRuns` for who has the new run measured already (`computeFacts` with `measure`): only the baseline is read.
 *
 * @param input `new_db` names the measured run
 * @throws as `diffRuns` does
 */
export async function diffMeasuredRun(
  input: DiffRunsInput,
  measured: RunMeasure,
  options: ToolOptions = {},
): Promise<TraceDiff> {
  const context = createToolContext(options);
  const parsed = parseInput(diffRunsTool.key, DiffRunsInputSchema, input);
  const baseline = await readSide(context, 'baseline_db', parsed.baseline_db);
  checkSide('new_db', [measured]);
  return checkOutput(diffRunsTool, compareRuns(parsed, baseline, [measured], context));
}

async function compare(input: ParsedInput, context: ToolContext): Promise<TraceDiff> {
  const baseline = await readSide(context, 'baseline_db', input.baseline_db);
  return compareRuns(input, baseline, await readSide(context, 'new_db', input.new_db), context);
}

function compareRuns(
  input: ParsedInput,
  baseline: readonly RunMeasure[],
  next: readonly RunMeasure[],
  { settings: { hotKernelCoveragePct, regressionThresholdPct } }: ToolContext,
): TraceDiff {
  const coverageFrac = hotKernelCoveragePct === undefined ? undefined : hotKernelCoveragePct / 100;
  return {
    schema_version: '0.3.1',
    baseline_db: input.baseline_db,
    new_db: input.new_db,
    ...compareSides(createSide(baseline, coverageFrac), createSide(next, coverageFrac), {
      topKernels: Math.max(0, input.top_kernels),
      thresholdPct: input.threshold_pct ?? regressionThresholdPct ?? DEFAULT_THRESHOLD_PCT,
    }),
  };
}
