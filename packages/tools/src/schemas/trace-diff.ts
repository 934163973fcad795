import * as v from 'valibot';
import { DiagnosticSchema } from './diagnostic.js';
import { amount, bytes, count, fraction, nanoseconds, percent, signed, text } from './numbers.js';
import { runPathsSchema } from './run-paths.js';

/** What differs between the two names of a kernel. */
const RENAME_REASONS = ['spelling', 'template_value', 'template_type', 'tile', 'running_number', 'shortened'] as const;
export type RenameReason = (typeof RENAME_REASONS)[number];

const change = (description: string) =>
  v.pipe(v.number(), v.integer(), v.description(`${description}, nanoseconds; negative = less`));
const changePct = (description: string) => signed(`${description}, percent of the baseline, 4 digits`);

/** Five figures of the durations of single dispatches. */
const QuantilesSchema = v.nullable(
  v.object({
    p5_ns: amount('5th percentile, nanoseconds'),
    p25_ns: amount('Lower quartile, nanoseconds'),
    p50_ns: amount('Median, nanoseconds'),
    p75_ns: amount('Upper quartile, nanoseconds'),
    p95_ns: amount('95th percentile, nanoseconds'),
  }),
);

export const DiffKernelSchema = v.object({
  name: text('Kernel name; in the new run where it was renamed'),
  baseline_ns: nanoseconds('Summed duration in the baseline; of several runs the median'),
  new_ns: nanoseconds('Summed duration in the new run'),
  delta_ns: change('new_ns - baseline_ns'),
  delta_pct: changePct('Change; 100 for a kernel without time in the baseline'),
  regressed: v.pipe(v.boolean(), v.description('delta_pct above 3, before rounding, however small the time')),
  was_hot: v.pipe(
    v.boolean(),
    v.description('Among the kernels that make 80 % of the baseline, or at least 3 % of it'),
  ),
  is_hot: v.pipe(v.boolean(), v.description('The same of the new run')),
  change: v.pipe(
    v.picklist(['slower', 'faster', 'same', 'added', 'removed']),
    v.description('slower and faster: by more than 3 %, and by at least 0.1 % of all kernel time of the baseline'),
  ),
  renamed_from: v.nullable(text('Name in the baseline where it was another')),
  calls_baseline: amount('Dispatches in the baseline; of several runs the median'),
  calls_new: amount('Dispatches in the new run'),
  count_effect_ns: change('Part of delta_ns that comes from more or fewer calls'),
  rate_effect_ns: change('Part of delta_ns that comes from slower or faster calls'),
  explained_by: v.nullable(
    v.pipe(
      v.picklist(['call_count', 'duration']),
      v.description('The larger of the two effects; null without a change, or where one side has no calls'),
    ),
  ),
  median_baseline_ns: v.nullable(amount('Median dispatch of the baseline, nanoseconds')),
  median_new_ns: v.nullable(amount('Median dispatch of the new run, nanoseconds')),
  median_delta_pct: v.nullable(changePct('Change of the median dispatch')),
  p_adjusted: v.nullable(fraction('Probability of such a difference by chance, adjusted for all kernels tested')),
  significance: v.picklist(['significant', 'not_significant', 'insufficient_data']),
  quantiles_baseline: QuantilesSchema,
  quantiles_new: QuantilesSchema,
});

export const DiffCopySchema = v.object({
  direction: text('Host-to-Device, Device-to-Host, Device-to-Device, Peer-to-Peer, Host-to-Host or Unknown'),
  baseline_ns: nanoseconds('Summed duration in the baseline'),
  new_ns: nanoseconds('Summed duration in the new run'),
  delta_ns: change('new_ns - baseline_ns'),
  delta_pct: changePct('Change; 100 without copies in the baseline'),
  regressed: v.pipe(v.boolean(), v.description('Longer by more than 3 % and by at least 0.1 % of the baseline')),
  count_baseline: amount('Copies in the baseline'),
  count_new: amount('Copies in the new run'),
  bytes_baseline: bytes('Bytes of known size in the baseline'),
  bytes_new: bytes('Bytes of known size in the new run'),
  bandwidth_baseline_gbps: v.nullable(amount('Mean rate of the sized copies in the baseline, decimal GB/s')),
  bandwidth_new_gbps: v.nullable(amount('The same of the new run')),
});

const PartSchema = v.object({
  part: v.picklist(['compute', 'copy_exposed', 'api_exposed', 'idle_other']),
  baseline_ns: nanoseconds('In the baseline'),
  new_ns: nanoseconds('In the new run'),
  delta_ns: change('new_ns - baseline_ns'),
});

const RunSchema = v.object({
  file_count: count('Files of the run'),
  process_count: count('Processes of the run'),
  gfx_ids: v.pipe(v.array(v.string()), v.description('Architectures that ran work, sorted')),
  dispatch_count: count('Kernel dispatches'),
  kernel_time_ns: nanoseconds('Summed kernel time'),
  gpu_window_ns: v.nullable(nanoseconds('First start to last end of kernels and copies; null without times')),
  dropped_row_count: count('Kernels and copies left out: times missing or reversed'),
});

export const TraceDiffSchema = v.object({
  schema_version: v.literal('0.3.1'),
  baseline_db: runPathsSchema('Baseline as given'),
  new_db: runPathsSchema('New run as given'),
  wall_delta_ns: change('Change of summed kernel time (not of elapsed time)'),
  wall_delta_pct: changePct('The same'),
  verdict: v.picklist(['improved', 'regressed', 'neutral']),
  verdict_threshold_pct: amount('Change of the basis beyond which the verdict is not neutral, percent'),
  per_kernel: v.array(DiffKernelSchema),
  primary_regressions: v.pipe(
    v.array(DiffKernelSchema),
    v.description('Kernels slower or added, largest change first'),
  ),
  primary_improvements: v.pipe(
    v.array(DiffKernelSchema),
    v.description('Kernels faster or removed, largest change first'),
  ),
  narrative: text('The comparison in words, made from the figures'),
  verdict_basis: v.pipe(
    v.picklist(['gpu_window', 'kernel_time']),
    v.description('What the verdict judges: the GPU window, or summed kernel time where a side has no times'),
  ),
  verdict_delta_ns: change('Change of the basis'),
  verdict_delta_pct: changePct('Change of the basis'),
  verdict_interval: v.nullable(
    v.object({
      low_pct: signed('Lower end, percent'),
      high_pct: signed('Upper end, percent'),
      confidence_frac: fraction('Probability that the interval covers the true change'),
    }),
  ),
  kernel_time_baseline_ns: nanoseconds('Summed kernel time of the baseline'),
  kernel_time_new_ns: nanoseconds('Summed kernel time of the new run'),
  gpu_busy_baseline_ns: v.nullable(nanoseconds('Union of kernels and copies; of several devices the mean')),
  gpu_busy_new_ns: v.nullable(nanoseconds('The same of the new run')),
  gpu_busy_delta_ns: v.nullable(change('Change of gpu_busy')),
  gpu_busy_delta_pct: v.nullable(changePct('Change of gpu_busy')),
  gpu_window_baseline_ns: v.nullable(nanoseconds('First start to last end of kernels and copies')),
  gpu_window_new_ns: v.nullable(nanoseconds('The same of the new run')),
  envelope_delta_ns: v.nullable(change('Change of the GPU window')),
  envelope_delta_pct: v.nullable(changePct('Change of the GPU window')),
  window_parts: v.pipe(
    v.array(PartSchema),
    v.description('What the window is made of; with one run per side the changes add up to that of the window'),
  ),
  added: v.array(
    v.object({ name: v.string(), new_ns: nanoseconds('Summed duration'), calls_new: amount('Dispatches') }),
  ),
  removed: v.array(
    v.object({ name: v.string(), baseline_ns: nanoseconds('Summed duration'), calls_baseline: amount('Dispatches') }),
  ),
  renamed: v.pipe(
    v.array(
      v.object({
        old: text('Name in the baseline'),
        new: text('Name in the new run'),
        reason: v.pipe(v.picklist(RENAME_REASONS), v.description('What differs between the names')),
      }),
    ),
    v.description('Kernels taken to be the same under another name: compared, and neither added nor removed'),
  ),
  more_calls: v.pipe(v.array(v.string()), v.description('Regressed kernels whose time grew by their number of calls')),
  copies: v.array(DiffCopySchema),
  copies_regressed: v.boolean(),
  totals: v.object({
    kernels: count('Kernel names compared, of which per_kernel lists the largest'),
    regressions: count('Of which primary_regressions lists at most 100'),
    improvements: count('Of which primary_improvements lists at most 100'),
    added: count('Of which added lists at most 100'),
    removed: count('Of which removed lists at most 100'),
    renamed: count('Of which renamed lists at most 100'),
  }),
  launch_spread_pct: v.nullable(
    amount('Spread of single dispatches: quartile distance / 1.349 over the median, time-weighted mean, percent'),
  ),
  statistics: v.object({
    test: v.literal('mann_whitney_u'),
    adjustment: v.literal('benjamini_hochberg'),
    level: fraction('p_adjusted below this is significant'),
    min_median_change_pct: percent('and the median must change by more than this'),
    min_calls: count('Dispatches needed on each side'),
    note: text('What the test can not say'),
  }),
  runs: v.object({ baseline: v.array(RunSchema), new: v.array(RunSchema) }),
  warnings: v.pipe(v.array(v.string()), v.description('diagnostics as one line each: CODE: what, and what to do')),
  diagnostics: v.array(DiagnosticSchema),
});

export type DiffKernel = v.InferOutput<typeof DiffKernelSchema>;
export type DiffCopy = v.InferOutput<typeof DiffCopySchema>;
export type TraceDiff = v.InferOutput<typeof TraceDiffSchema>;
