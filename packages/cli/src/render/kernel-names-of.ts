import type { Report } from '@perfxpert/agents';
import { comparisonKernelNames } from './comparison-kernel-names.js';

/** Every kernel name that a report shows somewhere, each once. */
export function kernelNamesOf(report: Report): string[] {
  const names = [
    ...report.hotspots.map((entry) => entry.name),
    ...report.kernel_resources.kernels.map((entry) => entry.name),
    ...report.short_kernels.top_offenders.map((entry) => entry.name),
    ...(report.warmup?.outliers ?? []).map((entry) => entry.kernel_name),
    ...(report.steps?.loops ?? []).flatMap((loop) => loop.slow_steps.map((step) => step.grown_kernel ?? '')),
    ...(report.idle_causes?.causes ?? []).flatMap((entry) => entry.largest_gaps.map((gap) => gap.next_kernel ?? '')),
    ...(report.exploratory_proposals ?? []).map((entry) => entry.target_kernel ?? ''),
    ...(report.ranks?.straggler?.kernels ?? []).map((entry) => entry.name),
    ...(report.roofline?.kernels ?? []).map((entry) => entry.name),
    ...(report.roofline?.dropped ?? []).map((entry) => entry.name),
    ...(report.att_trace?.kernels ?? []).map((entry) => entry.trace_kernel ?? entry.name),
    ...Object.keys(report.hardware_counters.per_kernel ?? {}),
    ...Object.keys(report.hardware_counters.metrics?.per_kernel ?? {}),
    ...(report.trace_diff === undefined || !('verdict' in report.trace_diff)
      ? []
      : comparisonKernelNames(report.trace_diff)),
  ];
  return [...new Set(names)].filter((name) => name !== '');
}
