import { changeMetrics } from '@perfxpert/tools';
import type { Hotspot, MetricValues } from '@perfxpert/tools';
import type { Report } from '../pipeline/report-schema.js';

/** A hot kernel as the agents pass it on: fields of a hotspot, its GPU, and metrics by id (null = not measured). */
export interface HotKernel extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly gfx_id: string | null;
  readonly metrics: MetricValues;
}

/** The hotspots of a report with the metrics that preconditions of techniques ask for. */
export function hotKernelsOf(report: Report): HotKernel[] {
  const gfxId = report.kernel_resources.arch;
  return report.hotspots.map((hotspot) => ({
    name: hotspot.name,
    category: hotspot.category,
    calls: hotspot.calls,
    total_duration: hotspot.total_duration,
    avg_duration: hotspot.avg_duration,
    min_duration: hotspot.min_duration,
    max_duration: hotspot.max_duration,
    percent_of_total: hotspot.percent_of_total,
    ...(hotspot.source_locations === undefined ? {} : { source_locations: hotspot.source_locations }),
    gfx_id: gfxId,
    metrics: metricsOf(report, hotspot),
  }));
}

function metricsOf(report: Report, hotspot: Hotspot): MetricValues {
  const [hottest] = report.hotspots;
  const kernelTimeNs =
    hottest === undefined || hottest.percent_of_total === 0
      ? 0
      : (100 * hottest.total_duration) / hottest.percent_of_total;
  const metrics = changeMetrics({
    hotspot,
    kernelTimeNs,
    kernelCalls: report.short_kernels.total_kernels,
    breakdown: report.execution_breakdown,
    copies: report.memory_analysis,
    api: report.api_breakdown,
    resource: report.kernel_resources.kernels.find(({ name }) => name === hotspot.name) ?? null,
    counters: report.hardware_counters,
    roofline: report.roofline ?? null,
    gfxId: report.kernel_resources.arch,
    // A report does not say on how many streams the copies ran.
    copyStreamCount: null,
  });
  return { ...metrics, kernel_time_frac: hotspot.percent_of_total / 100 };
}
