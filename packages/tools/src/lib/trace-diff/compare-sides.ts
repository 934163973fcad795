import type { DiffKernel, TraceDiff } from '../../schemas/trace-diff.js';
import { roundTo } from '../statistics/round-to.js';
import { compareText } from '../text/compare-text.js';
import { compareCopies } from './compare-copies.js';
import { MIN_CALLS, MIN_MEDIAN_CHANGE_PCT, SIGNIFICANCE_LEVEL, compareKernels } from './compare-kernels.js';
import type { ComparisonSide } from './comparison-side.js';
import { diffDiagnostics } from './diff-diagnostics.js';
import { diffNarrative } from './diff-narrative.js';
import { judge, medianPair, windowNs } from './judge-comparison.js';
import type { SidePair } from './judge-comparison.js';
import { directionOfChange, roundedChangePct } from './relative-change.js';
import type { RunMeasure } from './run-measure.js';

/** Rows of each list beside per_kernel. */
const MAX_LISTED = 100;
/** Quartile distance of a normal distribution in standard deviations. */
const QUARTILES_PER_SIGMA = 1.349;
const PARTS = ['compute', 'copy_exposed', 'api_exposed', 'idle_other'] as const;
const NOTE =
  'Dispatches of one run are not independent of each other and share its conditions: significance says that the ' +
  'recorded dispatches differ, not that the next run will. Give several runs of each side for run-to-run noise.';

/** What a caller asks of a comparison. */
export interface CompareOptions {
  /** Rows of per_kernel. */
  readonly topKernels: number;
  readonly thresholdPct: number;
}

/** The comparison of two sides, without the paths they came from. Neither side may be without kernel time. */
export function compareSides(
  baseline: ComparisonSide,
  next: ComparisonSide,
  { topKernels, thresholdPct }: CompareOptions,
): Omit<TraceDiff, 'schema_version' | 'baseline_db' | 'new_db'> {
  const { rows, renames } = compareKernels(baseline, next);
  const judgement = judge(baseline, next, thresholdPct);
  const kernelTime: SidePair = { before: baseline.kernelTimeNs, after: next.kernelTimeNs };
  const changed = (sign: 1 | -1): DiffKernel[] =>
    rows
      .filter((row) => directionOfChange(row.baseline_ns, row.new_ns, kernelTime.before) === sign)
      .sort((a, b) => Math.abs(b.delta_ns) - Math.abs(a.delta_ns) || compareText(a.name, b.name));
  const regressions = changed(1);
  const improvements = changed(-1);
  const added = rows.filter((row) => row.change === 'added');
  const removed = rows.filter((row) => row.change === 'removed');
  const window = medianPair(baseline, next, windowNs);
  const busy = medianPair(baseline, next, ({ breakdown }) => breakdown?.gpu_busy_ns ?? null);
  const copies = compareCopies(baseline, next, window?.before ?? kernelTime.before);
  const diagnostics = diffDiagnostics({ baseline, next, rows, regressions, judgement });
  return {
    wall_delta_ns: kernelTime.after - kernelTime.before,
    wall_delta_pct: roundedChangePct(kernelTime.before, kernelTime.after),
    verdict: judgement.verdict,
    verdict_threshold_pct: roundTo(judgement.thresholdPct, 4),
    per_kernel: rows.slice(0, topKernels),
    primary_regressions: regressions.slice(0, MAX_LISTED),
    primary_improvements: improvements.slice(0, MAX_LISTED),
    narrative: diffNarrative({
      judgement,
      kernelTime,
      regressions,
      improvements,
      renameCount: renames.length,
      runCounts: { before: baseline.runs.length, after: next.runs.length },
    }),
    verdict_basis: judgement.basis,
    verdict_delta_ns: judgement.pair.after - judgement.pair.before,
    verdict_delta_pct: roundTo(judgement.deltaPct, 4),
    verdict_interval: judgement.interval,
    kernel_time_baseline_ns: kernelTime.before,
    kernel_time_new_ns: kernelTime.after,
    gpu_busy_baseline_ns: busy?.before ?? null,
    gpu_busy_new_ns: busy?.after ?? null,
    gpu_busy_delta_ns: deltaOf(busy),
    gpu_busy_delta_pct: busy === null ? null : roundedChangePct(busy.before, busy.after),
    gpu_window_baseline_ns: window?.before ?? null,
    gpu_window_new_ns: window?.after ?? null,
    envelope_delta_ns: deltaOf(window),
    envelope_delta_pct: window === null ? null : roundedChangePct(window.before, window.after),
    window_parts: windowParts(baseline, next),
    added: added.slice(0, MAX_LISTED).map((row) => ({ name: row.name, new_ns: row.new_ns, calls_new: row.calls_new })),
    removed: removed
      .slice(0, MAX_LISTED)
      .map((row) => ({ name: row.name, baseline_ns: row.baseline_ns, calls_baseline: row.calls_baseline })),
    renamed: renames.slice(0, MAX_LISTED).map((rename) => ({ ...rename })),
    more_calls: regressions
      .filter((row) => row.explained_by === 'call_count')
      .slice(0, MAX_LISTED)
      .map(({ name }) => name),
    copies,
    copies_regressed: copies.some((row) => row.regressed),
    totals: {
      kernels: rows.length,
      regressions: regressions.length,
      improvements: improvements.length,
      added: added.length,
      removed: removed.length,
      renamed: renames.length,
    },
    launch_spread_pct: launchSpread(rows),
    statistics: {
      test: 'mann_whitney_u',
      adjustment: 'benjamini_hochberg',
      level: SIGNIFICANCE_LEVEL,
      min_median_change_pct: MIN_MEDIAN_CHANGE_PCT,
      min_calls: MIN_CALLS,
      note: NOTE,
    },
    runs: { baseline: baseline.runs.map(describeRun), new: next.runs.map(describeRun) },
    warnings: diagnostics.map(
      ({ code, message, how_to_fix: fix }) => `${code}: ${message}${fix === null ? '' : ` ${fix}`}`,
    ),
    diagnostics,
  };
}

function deltaOf(pair: SidePair | null): number | null {
  return pair === null ? null : pair.after - pair.before;
}

function windowParts(baseline: ComparisonSide, next: ComparisonSide): TraceDiff['window_parts'] {
  return PARTS.flatMap((part) => {
    const pair = medianPair(baseline, next, (run) => run.breakdown?.[`${part}_ns`] ?? null);
    if (pair === null) return [];
    return [{ part, baseline_ns: pair.before, new_ns: pair.after, delta_ns: pair.after - pair.before }];
  });
}

/** Time-weighted mean over the kernels that the test looked at; null without one. Two sides of a kernel are averaged. */
function launchSpread(rows: readonly DiffKernel[]): number | null {
  let weighted = 0;
  let weights = 0;
  for (const row of rows) {
    if (row.p_adjusted === null) continue;
    const spreads = [row.quantiles_baseline, row.quantiles_new].flatMap((quantiles) =>
      quantiles === null || quantiles.p50_ns === 0
        ? []
        : [(100 * (quantiles.p75_ns - quantiles.p25_ns)) / QUARTILES_PER_SIGMA / quantiles.p50_ns],
    );
    if (spreads.length === 0) continue;
    const weight = row.baseline_ns + row.new_ns;
    weighted += (weight * spreads.reduce((sum, spread) => sum + spread, 0)) / spreads.length;
    weights += weight;
  }
  return weights === 0 ? null : roundTo(weighted / weights, 4);
}

function describeRun(run: RunMeasure): TraceDiff['runs']['new'][number] {
  const gfxIds = new Set(run.devices.flatMap(({ gfxId }) => (gfxId === null ? [] : [gfxId])));
  return {
    file_count: run.fileCount,
    process_count: run.processCount,
    gfx_ids: [...gfxIds].sort(),
    dispatch_count: run.dispatchCount,
    kernel_time_ns: run.kernelTimeNs,
    gpu_window_ns: windowNs(run),
    dropped_row_count: run.droppedRowCount,
  };
}
