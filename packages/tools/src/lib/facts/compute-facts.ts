import type { Trace } from '@perfxpert/rocpd';
import { createMergeContext } from './create-merge-context.js';
import { collectActivity } from './device-activity.js';
import type { ProcessActivity } from './device-activity.js';
import {
  EMPTY_API_BREAKDOWN,
  EMPTY_HARDWARE_COUNTERS,
  EMPTY_KERNEL_RESOURCES,
  EMPTY_TRACE_QUALITY,
} from './empty-sections.js';
import { createFactSections, createSectionInput } from './fact-sections.js';
import { readStages } from './read-stages.js';
import type { FactsOptions, TraceFacts } from './trace-facts.js';

/**
 * Every fact of a trace. Processes are read one after the other; the parts of each are plain data and are merged at the
 * end, so the same processes in one file or in several give the same facts. A section that fails is empty and has a
 * diagnostic SECTION_UNAVAILABLE. Stages told to `progressCallback`: `reading <file>` and `facts`.
 *
 * @throws RocpdError (DAMAGED, BUSY) for a file that cannot be read on; ToolError CANCELLED when the signal aborts.
 */
export async function computeFacts(trace: Trace, options: FactsOptions = {}): Promise<TraceFacts> {
  const sections = createFactSections();
  const activities: ProcessActivity[] = [];
  const minDurationNs = options.minDurationNs ?? 0;
  await readStages(
    trace,
    (stage) => {
      activities.push(collectActivity(stage));
      const input = createSectionInput(stage, minDurationNs);
      for (const section of Object.values(sections)) section.collect(input);
    },
    options,
  );
  options.progressCallback?.('facts');
  const context = createMergeContext(trace.processes, activities, options);
  const executionBreakdown = sections.executionBreakdown.merge(context);
  const { hotspots, kernelNameCount } = sections.hotspots.merge(context);
  return {
    trace: { files: trace.files, duplicateFiles: trace.duplicateFiles },
    processes: trace.processes,
    devices: context.devices,
    executionBreakdown,
    hotspots,
    kernelNameCount,
    memoryAnalysis: {},
    apiBreakdown: EMPTY_API_BREAKDOWN,
    kernelResources: EMPTY_KERNEL_RESOURCES,
    hardwareCounters: EMPTY_HARDWARE_COUNTERS,
    kernelCategories: sections.kernelCategories.merge(context),
    shortKernels: sections.shortKernels.merge(context),
    warmup: sections.warmup.merge(context),
    communication: null,
    traceQuality: EMPTY_TRACE_QUALITY,
    diagnostics: Object.values(sections).flatMap(({ failure }) => (failure === null ? [] : [failure])),
  };
}
