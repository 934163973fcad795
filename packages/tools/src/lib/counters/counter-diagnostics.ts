import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { DeviceHardware } from '../facts/device-hardware.js';
import type { KernelMetrics } from './derived-metrics.js';

/** What the diagnostics of the counters section are made of. */
export interface CounterFindings {
  readonly invalidValueCount: number;
  readonly kernels: readonly KernelMetrics[];
  /** Devices whose counters stay out of the metrics. */
  readonly otherDevices: readonly DeviceHardware[];
  /** GPU utilisation before it is cut at 100; null where unknown. */
  readonly utilization: number | null;
}

/** Remarks on counters that a reader must know, in a fixed order. */
export function counterDiagnostics(findings: CounterFindings): Diagnostic[] {
  const { invalidValueCount, kernels, otherDevices, utilization } = findings;
  const diagnostics: Diagnostic[] = [];
  const add = (code: string, severity: Diagnostic['severity'], message: string, fix: string | null): void => {
    diagnostics.push({ code, severity, message, section: 'hardware_counters', how_to_fix: fix });
  };
  if (invalidValueCount > 0)
    add(
      'COUNTER_VALUES_INVALID',
      'warning',
      `${invalidValueCount} counter values are no numbers and were left out.`,
      null,
    );
  if (utilization !== null && utilization > 100)
    add(
      'GPU_UTILIZATION_ABOVE_100',
      'warning',
      `GRBM_GUI_ACTIVE is ${utilization.toFixed(1)}% of GRBM_COUNT; shown as 100%. The two come from different executions.`,
      'Collect both counters in one pass.',
    );
  const device = kernels[0]?.counters.device;
  if (device?.contradiction !== null && device?.contradiction !== undefined)
    add(
      'COUNTER_DEVICE_INCONSISTENT',
      'warning',
      `${device.contradiction}; metrics per compute unit, XCC or clock are left out.`,
      null,
    );
  if (device?.assumption !== null && device?.assumption !== undefined)
    add('COUNTER_PARTITION_ASSUMED', 'info', `${device.assumption}.`, null);
  const inconsistent = inconsistentMetrics(kernels);
  if (inconsistent.length > 0)
    add(
      'COUNTER_METRIC_INCONSISTENT',
      'warning',
      `Beyond what the GPU can do, so left out: ${inconsistent.join(', ')}. The inputs are in metrics.per_kernel.`,
      'Collect the counters of a metric in one pass, with kernels serialised.',
    );
  if (otherDevices.length > 0)
    add(
      'COUNTERS_OF_UNLIKE_GPUS',
      'warning',
      `Counters come from unlike GPUs; metrics are of ${device?.partName ?? device?.gfxId ?? 'one of them'} only.`,
      'Analyse the GPUs one at a time.',
    );
  return diagnostics;
}

/** Ids of metrics that at least one kernel brings to an impossible value, with the number of such kernels. */
function inconsistentMetrics(kernels: readonly KernelMetrics[]): string[] {
  const counts = new Map<string, number>();
  for (const { outcomes } of kernels)
    for (const [id, { isInconsistent }] of outcomes) if (isInconsistent) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, count]) => `${id} (${count} ${count === 1 ? 'kernel' : 'kernels'})`);
}
