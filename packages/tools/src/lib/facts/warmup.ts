import type { Warmup } from '../../schemas/warmup.js';
import { medianInPlace } from '../statistics/percentile.js';
import { compareText } from '../text/compare-text.js';
import { formatExtent } from './kernel-segments.js';
import type { KernelSegments } from './kernel-segments.js';
import type { MergeContext } from './merge-context.js';
import type { ProcessStage } from './process-stage.js';

// Lines of the warm-up check as its answer is defined; chosen so that the jitter of a short kernel is no outlier.
/** Fewer dispatches than this say nothing about a steady state. */
const MIN_CALLS = 4;
/** The first dispatch is slow above this many medians of the others ... */
const SLOW_RATIO = 2;
/** ... and this many nanoseconds beyond one. */
const MIN_EXCESS_NS = 5000;
/** Leading dispatches above this many medians still belong to the warm-up. */
const WARM_RATIO = 1.2;

/** A kernel variant whose first dispatches on one device of one process were slow. */
export interface WarmupOutlierPart {
  readonly kernelName: string;
  readonly agentIndex: number;
  readonly workgroup: string | null;
  readonly grid: string | null;
  readonly calls: number;
  readonly firstDurationNs: number;
  readonly medianNs: number;
  readonly warmupCalls: number;
  readonly excessNs: number;
}

/**
 * First dispatches that are slower than the steady state, per kernel name, launch shape and device: by name alone the
 * first call of another shape looks slow. m is the median of the dispatches after the first; an outlier has at least 4
 * dispatches, a first one above 2 m and more than 5 us beyond m. Its warm-up is the leading run of dispatches above
 * 1.2 m, its excess the sum of (duration - m) over that run. Communication kernels are left out: their first call waits
 * for other ranks.
 */
export function collectWarmup(stage: ProcessStage, segments: KernelSegments): readonly WarmupOutlierPart[] {
  const isCommunication = new Uint8Array(segments.names.length);
  for (const [kernel, name] of segments.nameOfKernel.entries())
    if (stage.isCommunicationKernel[kernel] === 1) isCommunication[name] = 1;
  const outliers: WarmupOutlierPart[] = [];
  for (let segment = 0; segment < segments.count; segment++) {
    const name = segments.name[segment] ?? 0;
    if (isCommunication[name] === 1) continue;
    const durations = segments.durationsNs.subarray(segments.offsets[segment], segments.offsets[segment + 1]);
    const warmup = warmupOf(durations);
    if (warmup === null) continue;
    const shape = segments.shapes[segments.shape[segment] ?? 0];
    outliers.push({
      kernelName: segments.names[name] ?? '',
      agentIndex: segments.agent[segment] ?? 0,
      workgroup: formatExtent(shape?.workgroup ?? null),
      grid: formatExtent(shape?.grid ?? null),
      calls: durations.length,
      ...warmup,
    });
  }
  return outliers;
}

/** Warm-up outliers of all processes by excess, then kernel, device and shape. */
export function mergeWarmup(parts: readonly (readonly WarmupOutlierPart[])[], context: MergeContext): Warmup {
  const outliers = parts.flatMap((part, processIndex) =>
    part.map((outlier) => ({
      kernel_name: outlier.kernelName,
      device: context.devices[context.deviceIndex(processIndex, outlier.agentIndex)]?.label ?? '',
      workgroup: outlier.workgroup,
      grid: outlier.grid,
      calls: outlier.calls,
      first_duration_ns: outlier.firstDurationNs,
      median_ns: outlier.medianNs,
      ratio: outlier.firstDurationNs / outlier.medianNs,
      warmup_calls: outlier.warmupCalls,
      excess_ns: outlier.excessNs,
    })),
  );
  outliers.sort(
    (a, b) =>
      b.excess_ns - a.excess_ns ||
      compareText(a.kernel_name, b.kernel_name) ||
      compareText(a.device, b.device) ||
      compareText(`${a.workgroup ?? ''}/${a.grid ?? ''}`, `${b.workgroup ?? ''}/${b.grid ?? ''}`),
  );
  return {
    has_warmup_issues: outliers.length > 0,
    outliers,
    total_excess_ns: outliers.reduce((sum, { excess_ns: excess }) => sum + excess, 0),
  };
}

function warmupOf(
  durations: Float64Array,
): Pick<WarmupOutlierPart, 'firstDurationNs' | 'medianNs' | 'warmupCalls' | 'excessNs'> | null {
  const first = durations[0] ?? 0;
  if (durations.length < MIN_CALLS || first <= MIN_EXCESS_NS || !mayBeOutlier(durations, first)) return null;
  const median = medianInPlace(durations.slice(1)) ?? 0;
  if (first <= SLOW_RATIO * median || first - median <= MIN_EXCESS_NS || median === 0) return null;
  let warmupCalls = 0;
  let excessNs = 0;
  while (warmupCalls < durations.length && (durations[warmupCalls] ?? 0) > WARM_RATIO * median)
    excessNs += (durations[warmupCalls++] ?? 0) - median;
  return { firstDurationNs: first, medianNs: median, warmupCalls, excessNs };
}

/** The median can only be below half of the first if a third of the others is: spares most kernels the selection. */
function mayBeOutlier(durations: Float64Array, first: number): boolean {
  let below = 0;
  for (let index = 1; index < durations.length; index++) if ((durations[index] ?? 0) < first / SLOW_RATIO) below++;
  return 3 * below >= durations.length - 1;
}
