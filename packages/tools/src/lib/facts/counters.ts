import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { HardwareCounters } from '../../schemas/hardware-counters.js';
import type { CounterGroup } from '../counters/counter-group.js';
import { counterDiagnostics } from '../counters/counter-diagnostics.js';
import { counterEscalation } from '../counters/counter-escalation.js';
import { counterStatistics, kernelCounterTable } from '../counters/counter-tables.js';
import { combineOutcomes, kernelMetrics, shownKernelMetrics, traceMetrics } from '../counters/derived-metrics.js';
import type { KernelMetrics } from '../counters/derived-metrics.js';
import { groupDispatches } from '../counters/group-dispatches.js';
import { kernelCounters } from '../counters/kernel-counters.js';
import { mainDevice } from '../counters/main-device.js';
import { GPU_UTILIZATION } from '../counters/metric-definitions.js';
import { metricOutcome } from '../counters/metric-outcome.js';
import { deviceHardware } from './device-hardware.js';
import type { ProcessStage } from './process-stage.js';

/** Counters of one process, added up over dispatches that hold the same ones. */
export interface CountersPart {
  readonly groups: readonly CounterGroup[];
  /** Values left out because they are no finite numbers. */
  readonly invalidValueCount: number;
}

/** The section, and what a reader must know before trusting it. */
export interface MergedCounters {
  readonly counters: HardwareCounters;
  readonly diagnostics: readonly Diagnostic[];
}

/** Kernels whose metrics a report lists: with up to 20 metrics each, as many pairs as the counter table. */
const MAX_METRIC_KERNELS = 250;

/** Collects the counters of one process; values hung on samples are not among them. */
export function collectCounters({ columns }: ProcessStage): CountersPart {
  if (columns.counters.count === 0) return { groups: [], invalidValueCount: 0 };
  return groupDispatches(columns, [...columns.process.agents, null].map(deviceHardware));
}

/**
 * Counters of a trace: statistics over dispatches, the same by kernel, and the metrics computed from them. Without
 * counters on dispatches exactly `{ has_counters: false, metrics: null, counters: null }`.
 *
 * Metrics are those of the kind of device with the most counted time: unlike GPUs are never averaged. The statistics
 * are of all.
 */
export function mergeCounters(parts: readonly CountersPart[]): MergedCounters {
  const all = kernelCounters(parts.map(({ groups }) => groups));
  const invalidValueCount = parts.reduce((sum, part) => sum + part.invalidValueCount, 0);
  if (all.length === 0)
    return {
      counters: { has_counters: false, metrics: null, counters: null },
      diagnostics: counterDiagnostics({ invalidValueCount, kernels: [], otherDevices: [], utilization: null }),
    };
  const groups = all.flatMap((kernel) => kernel.groups);
  const main = mainDevice(all);
  const kernels = all.filter(({ device }) => JSON.stringify(device) === main).map(kernelMetrics);
  const { perKernel, isTruncated } = kernelCounterTable(all);
  const utilization = gpuUtilization(kernels);
  const escalation = counterEscalation(kernels);
  return {
    counters: {
      has_counters: true,
      metrics: {
        gpu_utilization_pct: utilization === null ? null : Math.min(100, utilization),
        ...wavesLaunched(groups),
        derived: traceMetrics(kernels),
        per_kernel: shownKernels(kernels),
      },
      counters: counterStatistics(groups),
      per_kernel: perKernel,
      per_kernel_truncated: isTruncated || kernels.length > MAX_METRIC_KERNELS,
      ...(escalation === null ? {} : { escalation }),
    },
    diagnostics: counterDiagnostics({
      invalidValueCount,
      kernels,
      otherDevices: all.filter(({ device }) => JSON.stringify(device) !== main).map(({ device }) => device),
      utilization,
    }),
  };
}

function gpuUtilization(kernels: readonly KernelMetrics[]): number | null {
  const outcomes = kernels.map(({ counters }) => metricOutcome(GPU_UTILIZATION, counters));
  return combineOutcomes(GPU_UTILIZATION, outcomes).value;
}

type WavesLaunched = Pick<
  NonNullable<HardwareCounters['metrics']>,
  'avg_waves' | 'max_waves' | 'min_waves' | 'waves_launched'
>;

/** Waves launched per dispatch, by SQ_WAVES; a dispatch that reads 0 was not measured, for it launched some. */
function wavesLaunched(groups: readonly CounterGroup[]): WavesLaunched {
  const measured = groups.filter(({ counters, isMeasured }) => isMeasured[counters.indexOf('SQ_WAVES')] === true);
  const total = counterStatistics(measured)['SQ_WAVES'];
  return {
    avg_waves: total?.avg_value ?? null,
    max_waves: total?.max_value ?? null,
    min_waves: total?.min_value ?? null,
    waves_launched: total?.total_value ?? null,
  };
}

function shownKernels(kernels: readonly KernelMetrics[]): NonNullable<HardwareCounters['metrics']>['per_kernel'] {
  return Object.fromEntries(
    kernels.slice(0, MAX_METRIC_KERNELS).flatMap((metrics) => {
      const shown = shownKernelMetrics(metrics);
      return Object.keys(shown).length === 0 ? [] : [[metrics.counters.kernel, shown] as const];
    }),
  );
}
