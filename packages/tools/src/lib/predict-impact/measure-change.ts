import type { Trace } from '@perfxpert/rocpd';
import type { ApiBreakdown } from '../../schemas/api-breakdown.js';
import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import type { HardwareCounters } from '../../schemas/hardware-counters.js';
import type { Hotspot } from '../../schemas/hotspot.js';
import type { KernelResource } from '../../schemas/kernel-resources.js';
import type { MemoryAnalysis } from '../../schemas/memory-analysis.js';
import type { Roofline } from '../../schemas/roofline.js';
import { kernelDisplayName } from '../diagnosis/kernel-display-name.js';
import { countCopyStreams } from '../facts/copies/count-copy-streams.js';
import { createMergeContext } from '../facts/create-merge-context.js';
import { collectActivity } from '../facts/device-activity.js';
import type { ProcessActivity } from '../facts/device-activity.js';
import { createFactSections, createSectionInput } from '../facts/fact-sections.js';
import { readStages } from '../facts/read-stages.js';
import type { FactsOptions } from '../facts/trace-facts.js';

/** What a trace says about a kernel and the program around it, as far as predictions look at it. */
export interface ChangeMeasurement {
  /** Null where no kernel of that name runs. */
  readonly hotspot: Hotspot | null;
  /** Summed time and calls of all kernels. */
  readonly kernelTimeNs: number;
  readonly kernelCalls: number;
  readonly breakdown: ExecutionBreakdown | null;
  readonly copies: MemoryAnalysis;
  readonly api: ApiBreakdown;
  readonly resource: KernelResource | null;
  readonly counters: HardwareCounters;
  readonly roofline: Roofline | null;
  /** Architecture of the device with the most kernel time. */
  readonly gfxId: string | null;
  /** Most streams that one process put its copies on; null where none are recorded. */
  readonly copyStreamCount: number | null;
}

/** More kernel names than any trace has: nothing is cut. */
const ALL_KERNELS = 1e9;

/**
 * Reads what a prediction for one kernel needs. The kernel is found by its name; else by its display name (without
 * namespaces, template arguments and parameters) where that names one kernel only.
 *
 * @throws ToolError CANCELLED; RocpdError for a file that cannot be read on.
 */
export async function measureChange(
  trace: Trace,
  kernelName: string,
  options: FactsOptions = {},
): Promise<ChangeMeasurement> {
  const sections = createFactSections(trace.duplicateFiles.length);
  const { executionBreakdown, hotspots, memoryAnalysis, apiBreakdown, kernelResources, hardwareCounters, roofline } =
    sections;
  const activities: ProcessActivity[] = [];
  let copyStreamCount = 0;
  await readStages(
    trace,
    (stage) => {
      activities.push(collectActivity(stage));
      const input = createSectionInput(stage, 0);
      for (const section of [
        executionBreakdown,
        hotspots,
        memoryAnalysis,
        apiBreakdown,
        kernelResources,
        hardwareCounters,
        roofline,
      ])
        section.collect(input);
      copyStreamCount = Math.max(copyStreamCount, countCopyStreams(stage));
    },
    options,
  );
  const context = createMergeContext(trace.processes, activities, { topKernels: ALL_KERNELS });
  const all = hotspots.merge(context).hotspots;
  const hotspot = findKernel(all, kernelName);
  const shownKernels = hotspot === null ? [] : [hotspot.name];
  const { arch, kernels } = kernelResources.merge({ ...context, shownKernels });
  return {
    hotspot,
    kernelTimeNs: context.kernelTimeNs,
    kernelCalls: all.reduce((sum, { calls }) => sum + calls, 0),
    breakdown: executionBreakdown.merge(context),
    copies: memoryAnalysis.merge(context),
    api: apiBreakdown.merge(context),
    resource: kernels[0] ?? null,
    counters: hardwareCounters.merge(context).counters,
    roofline: roofline.merge(context),
    gfxId: arch,
    copyStreamCount: copyStreamCount === 0 ? null : copyStreamCount,
  };
}

function findKernel(hotspots: readonly Hotspot[], kernelName: string): Hotspot | null {
  const exact = hotspots.find(({ name }) => name === kernelName);
  if (exact !== undefined || kernelName === '') return exact ?? null;
  const [only, ...others] = hotspots.filter(({ name }) => kernelDisplayName(name) === kernelName);
  return only === undefined || others.length > 0 ? null : only;
}
