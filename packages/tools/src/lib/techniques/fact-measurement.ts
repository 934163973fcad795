import type { Hotspot } from '../../schemas/hotspot.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import type { ChangeMeasurement } from '../predict-impact/measure-change.js';

/**
 * What the facts say about a kernel and the program around it, in the form that models of changes look at; without a
 * kernel, about the program alone.
 */
export function factMeasurement(facts: TraceFacts, hotspot: Hotspot | null): ChangeMeasurement {
  const [hottest] = facts.hotspots;
  const kernelTimeNs =
    hottest === undefined || hottest.percent_of_total === 0
      ? 0
      : (100 * hottest.total_duration) / hottest.percent_of_total;
  return {
    hotspot,
    kernelTimeNs,
    kernelCalls: facts.shortKernels.total_kernels,
    breakdown: facts.executionBreakdown,
    copies: facts.memoryAnalysis,
    api: facts.apiBreakdown,
    resource: facts.kernelResources.kernels.find(({ name }) => name === hotspot?.name) ?? null,
    counters: facts.hardwareCounters,
    roofline: facts.roofline,
    gfxId: facts.kernelResources.arch,
    copyStreamCount: facts.copyStreamCount,
  };
}
