import type { GateCheck, RegressionGate } from '../../schemas/regression-gate.js';
import type { DiffKernel, TraceDiff } from '../../schemas/trace-diff.js';
import { kernelDisplayName } from '../diagnosis/kernel-display-name.js';
import { compareText } from '../text/compare-text.js';
import { signedTime } from './change-text.js';
import { changePct } from './relative-change.js';
import { runNoisePct } from './run-noise.js';

/** A change beyond this many standard deviations of the baseline runs is no noise (the three-sigma convention). */
const SIGMAS = 3;
const BASES = { gpu_window: 'GPU window', kernel_time: 'summed kernel time' } as const;

/** What a gate asks beside the verdict. */
export interface GateOptions {
  /** Fails a hot kernel of the baseline that takes this many percent more; null looks at none. */
  readonly kernelThresholdPct?: number | null;
  /** Thresholds of kernels whose name holds a text, hot or not; the first that fits a kernel counts. */
  readonly namedKernels?: readonly { readonly text: string; readonly thresholdPct: number }[];
  /** Fails a kernel that is new and hot. */
  readonly failOnNewHotKernel?: boolean;
  /** Lets pass what is above its threshold but within the spread of the runs or dispatches. */
  readonly allowUncertain?: boolean;
}

/**
 * A comparison as checks that pass or fail: the verdict, and what the options ask of single kernels. `per_kernel` of the
 * comparison must hold all kernels. Method: docs/ci.md.
 */
export function gateComparison(diff: TraceDiff, options: GateOptions = {}): RegressionGate {
  const checks = [wholeRun(diff), ...kernels(diff, options), ...newHotKernels(diff, options)].map((check) => ({
    ...check,
    passed: check.passed || (check.is_uncertain && options.allowUncertain === true),
  }));
  const { verdict_interval: interval } = diff;
  return {
    passed: checks.every(({ passed }) => passed),
    checks,
    noise: {
      baseline_pct: runNoisePct(diff, 'baseline'),
      new_pct: runNoisePct(diff, 'new'),
      confidence_pct: interval === null ? null : 100 * interval.confidence_frac,
    },
  };
}

/** Fails exactly where the verdict is regressed. */
function wholeRun(diff: TraceDiff): GateCheck {
  const hasWindow = diff.verdict_basis === 'gpu_window';
  const baselineNs = hasWindow ? (diff.gpu_window_baseline_ns ?? 0) : diff.kernel_time_baseline_ns;
  const newNs = hasWindow ? (diff.gpu_window_new_ns ?? 0) : diff.kernel_time_new_ns;
  const isUncertain = diff.verdict === 'regressed' && isWithinNoise(diff);
  const noise = isUncertain ? '; the runs spread as much' : '';
  return {
    rule: 'whole_run',
    kernel: null,
    passed: diff.verdict !== 'regressed',
    is_uncertain: isUncertain,
    baseline_ns: baselineNs,
    new_ns: newNs,
    delta_ns: diff.verdict_delta_ns,
    delta_pct: diff.verdict_delta_pct,
    threshold_pct: diff.verdict_threshold_pct,
    message: `${BASES[diff.verdict_basis]} ${changeText(diff.verdict_delta_ns, diff.verdict_delta_pct, diff.verdict_threshold_pct)}${noise}`,
  };
}

/** With two runs on each side by the interval of the change, else with three baseline runs by their deviation. */
function isWithinNoise(diff: TraceDiff): boolean {
  if (diff.verdict_interval !== null) return diff.verdict_interval.low_pct <= diff.verdict_threshold_pct;
  const noise = runNoisePct(diff, 'baseline');
  return noise !== null && diff.verdict_delta_pct <= SIGMAS * noise;
}

function kernels(diff: TraceDiff, { kernelThresholdPct = null, namedKernels = [] }: GateOptions): GateCheck[] {
  const thresholdOf = (row: DiffKernel): number | null => {
    const named = namedKernels.find(
      ({ text }) => row.name.includes(text) || (row.renamed_from ?? row.name).includes(text),
    );
    return named?.thresholdPct ?? (row.was_hot ? kernelThresholdPct : null);
  };
  return diff.per_kernel
    .flatMap((row) => {
      const thresholdPct = thresholdOf(row);
      return thresholdPct === null ? [] : [kernelCheck(row, thresholdPct)];
    })
    .sort((a, b) => b.delta_ns - a.delta_ns || compareText(a.kernel ?? '', b.kernel ?? ''));
}

function kernelCheck(row: DiffKernel, thresholdPct: number): GateCheck {
  const isAbove = changePct(row.baseline_ns, row.new_ns) > thresholdPct;
  const isUncertain = isAbove && row.explained_by === 'duration' && row.significance === 'not_significant';
  const cause =
    isAbove && row.explained_by === 'call_count' ? `; ${row.calls_new} calls instead of ${row.calls_baseline}` : '';
  const noise = isUncertain ? '; its single dispatches do not confirm it' : '';
  return {
    ...timesOf(row),
    rule: 'kernel',
    passed: !isAbove,
    is_uncertain: isUncertain,
    threshold_pct: thresholdPct,
    message: `${kernelDisplayName(row.name)} ${changeText(row.delta_ns, row.delta_pct, thresholdPct)}${cause}${noise}`,
  };
}

/** One check per new hot kernel; one that passes where there is none. */
function newHotKernels(diff: TraceDiff, { failOnNewHotKernel = false }: GateOptions): GateCheck[] {
  if (!failOnNewHotKernel) return [];
  const added = diff.per_kernel.filter((row) => row.change === 'added' && row.is_hot);
  const rule = { rule: 'new_hot_kernel', is_uncertain: false, threshold_pct: null } as const;
  if (added.length === 0) {
    const none = { kernel: null, baseline_ns: 0, new_ns: 0, delta_ns: 0, delta_pct: 0 };
    return [{ ...rule, ...none, passed: true, message: 'no new hot kernel' }];
  }
  return added.map((row) => ({
    ...rule,
    ...timesOf(row),
    passed: false,
    message: `${kernelDisplayName(row.name)} is new and hot: ${signedTime(row.new_ns)}`,
  }));
}

function timesOf(row: DiffKernel): Pick<GateCheck, 'kernel' | 'baseline_ns' | 'new_ns' | 'delta_ns' | 'delta_pct'> {
  const { name: kernel, baseline_ns, new_ns, delta_ns, delta_pct } = row;
  return { kernel, baseline_ns, new_ns, delta_ns, delta_pct };
}

/** `+3.85 ms, +10.93% (threshold 5.00%)`: two decimals, since a gate is about the digit that decides. */
function changeText(deltaNs: number, deltaPct: number, thresholdPct: number): string {
  const digits = Math.abs(deltaPct).toFixed(2);
  const sign = /[1-9]/.test(digits) ? (deltaPct < 0 ? '-' : '+') : '';
  return `${signedTime(deltaNs)}, ${sign}${digits}% (threshold ${thresholdPct.toFixed(2)}%)`;
}
