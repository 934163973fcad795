import type { ApiCall } from '../../schemas/api-breakdown.js';
import type { ApiClass } from '../../terms/api-terms.js';
import type { Bottleneck } from '../../schemas/verdict.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { percentOf } from '../statistics/percent-of.js';
import { deviceImbalance } from './device-imbalance.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import { boundWithin, windowPct } from './window-time.js';
import type { WindowTime } from './window-time.js';

export type EmptyGpuDriver =
  | 'device_sync'
  | 'launch_bound'
  | 'cpu_bound_host'
  | 'runtime_initialization'
  | 'allocation'
  | 'compilation'
  | 'host_api'
  | 'device_imbalance'
  | 'gpu_idle';

/** Why the GPU runs nothing for part of the window. */
export interface EmptyGpu {
  readonly driver: EmptyGpuDriver;
  readonly bottleneck: Bottleneck;
  /** The call with the most exposed time among those that the driver is about; null without API data. */
  readonly call: ApiCall | null;
  /** Gaps below 50 µs behind short kernels, mean over devices, at most the empty time. */
  readonly launchGapNs: number;
  /** True where the empty time is large enough to judge the trace by it. */
  readonly isDecisive: boolean;
  /** From this multiple of all its parts on it would be; infinite without any. */
  readonly decisiveRatio: number;
}

const DRIVER_OF_CLASS: Readonly<Record<ApiClass, EmptyGpuDriver>> = {
  launch: 'launch_bound',
  alloc: 'allocation',
  compile: 'compilation',
  sync: 'host_api',
  memory: 'host_api',
  other: 'host_api',
};

/**
 * Reads off the partition and the API calls who keeps the GPU waiting. In this order: a short run that is all start-up;
 * a GPU without work beside a busy one (`deviceImbalance`); waiting calls fill at least half of the empty time; most kernels are short and the host hardly waits, so launches set
 * the pace; else the largest part: API calls by their class, waits, or host code outside any API (`gpu_idle` where no
 * API calls were recorded or their clock is not that of the GPU, since then nobody can tell).
 */
export function explainEmptyGpu(facts: TraceFacts, time: WindowTime, isClockDoubtful: boolean): EmptyGpu {
  const driver = driverOf(facts, time, isClockDoubtful);
  const isApiWork = time.apiWorkNs > 0 && time.apiWorkNs >= Math.max(time.idleNs, time.apiWaitNs);
  const isOverhead = isApiWork && driver !== 'device_sync' && driver !== 'device_imbalance';
  const launchGapNs = boundWithin(time, facts.shortKernels.gap_after_short_ns, time.emptyNs);
  return {
    driver,
    bottleneck: isOverhead ? 'api_overhead' : 'latency',
    // No call can be set against empty time by clocks that disagree.
    call: isClockDoubtful ? null : culpritOf(facts, driver),
    launchGapNs,
    isDecisive: decisiveRatio(time, launchGapNs) < 1,
    decisiveRatio: decisiveRatio(time, launchGapNs),
  };
}

/** A window below a second with hardly any kernel time, not explained by waits: start-up, not a steady program. */
export function isRuntimeInitialization(time: WindowTime): boolean {
  const { initializationComputePct, initializationWallNs, idlePct } = RULE_THRESHOLDS;
  return (
    windowPct(time, time.computeNs) < initializationComputePct.value &&
    time.wallNs < initializationWallNs.value &&
    windowPct(time, time.apiWaitNs) <= idlePct.value
  );
}

/** The call that start-up mostly consists of: at least a quarter of the empty time is its own; null without such. */
export function startUpCall(time: WindowTime, { call }: EmptyGpu): ApiCall | null {
  if (call === null) return null;
  const share = percentOf(call.exposed_ns, time.emptyNs * time.deviceCount);
  return share >= RULE_THRESHOLDS.startUpCallPct.value ? call : null;
}

/** Class of API calls with the most exposed time, waiting calls left out; null without API data. */
export function busiestApiClass(facts: TraceFacts): ApiClass | null {
  const classes = facts.apiBreakdown.by_class.filter((total) => total.class !== 'sync' && total.exposed_ns > 0);
  const [first] = classes.sort((left, right) => right.exposed_ns - left.exposed_ns);
  return first?.class ?? null;
}

function driverOf(facts: TraceFacts, time: WindowTime, isClockDoubtful: boolean): EmptyGpuDriver {
  if (isRuntimeInitialization(time)) return 'runtime_initialization';
  if (deviceImbalance(facts, time) !== null) return 'device_imbalance';
  const waitPct = percentOf(time.apiWaitNs, time.emptyNs);
  if (waitPct >= RULE_THRESHOLDS.waitMajorityPct.value) return 'device_sync';
  if (isClockDoubtful || (!facts.apiBreakdown.has_api_data && time.apiWorkNs === 0)) return 'gpu_idle';
  if (waitPct < RULE_THRESHOLDS.waitMinorityPct.value && launchesSetThePace(facts, time)) return 'launch_bound';
  if (time.apiWorkNs >= Math.max(time.idleNs, time.apiWaitNs)) {
    const busiest = busiestApiClass(facts);
    return busiest === null ? 'host_api' : DRIVER_OF_CLASS[busiest];
  }
  return time.apiWaitNs > time.idleNs ? 'device_sync' : 'cpu_bound_host';
}

function launchesSetThePace(facts: TraceFacts, time: WindowTime): boolean {
  const { shortKernelMajorityPct, launchCadenceNs } = RULE_THRESHOLDS;
  const { short_kernel_pct: shortPct, total_kernels: dispatches } = facts.shortKernels;
  const emptyPerDispatch = dispatches === 0 ? Infinity : (time.emptyNs * time.deviceCount) / dispatches;
  return shortPct > shortKernelMajorityPct.value && emptyPerDispatch < launchCadenceNs.value;
}

/** The least multiple of the empty time, its parts growing alike, at which one of the thresholds is reached. */
function decisiveRatio(time: WindowTime, launchGapNs: number): number {
  const ratio = (ns: number, threshold: { readonly value: number }): number =>
    ns === 0 ? Number.POSITIVE_INFINITY : threshold.value / windowPct(time, ns);
  return Math.min(
    ratio(time.apiWorkNs, RULE_THRESHOLDS.apiExposedPct),
    ratio(time.idleNs + time.apiWaitNs, RULE_THRESHOLDS.idlePct),
    ratio(time.emptyNs, RULE_THRESHOLDS.starvedPct),
    ratio(launchGapNs, RULE_THRESHOLDS.launchGapDominantPct),
  );
}

const CLASSES_OF_DRIVER: Readonly<Record<EmptyGpuDriver, readonly ApiClass[]>> = {
  device_sync: ['sync'],
  launch_bound: ['launch'],
  allocation: ['alloc'],
  compilation: ['compile'],
  host_api: ['memory', 'other'],
  runtime_initialization: ['alloc', 'compile', 'other', 'memory', 'launch'],
  cpu_bound_host: [],
  gpu_idle: [],
  device_imbalance: [],
};

function culpritOf(facts: TraceFacts, driver: EmptyGpuDriver): ApiCall | null {
  const classes = CLASSES_OF_DRIVER[driver];
  let culprit: ApiCall | null = null;
  for (const call of facts.apiBreakdown.api_calls)
    if (classes.includes(call.class) && call.exposed_ns > (culprit?.exposed_ns ?? 0)) culprit = call;
  return culprit;
}
