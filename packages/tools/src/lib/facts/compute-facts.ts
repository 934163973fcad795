import type { Trace } from '@perfxpert/rocpd';
import { collectGarbage } from './collect-garbage.js';
import { communicationDiagnostics } from './communication/communication-diagnostics.js';
import { copyDiagnostics } from './copies/copy-diagnostics.js';
import { createMergeContext } from './create-merge-context.js';
import { collectActivity } from './device-activity.js';
import type { ProcessActivity } from './device-activity.js';
import { createFactSections, createSectionInput } from './fact-sections.js';
import { rankDiagnostics } from './ranks/rank-diagnostics.js';
import { readStages } from './read-stages.js';
import type { FactsOptions, TraceFacts } from './trace-facts.js';
import { createTimelineSection } from '../timeline/timeline-section.js';
import { createRunMeasuring } from '../trace-diff/run-measure.js';

/** Kernels that the diagnosis looks at, however few the caller wants to see. */
const DIAGNOSED_KERNELS = 10;

/** From so many dispatches of a process on, what its sections leave behind is collected at once. */
const MANY_DISPATCHES = 3_000_000;

/**
 * Every fact of a trace. Processes are read one after the other; the parts of each are plain data and are merged at the
 * end, so the same processes in one file or in several give the same facts. A section that fails is empty and has a
 * diagnostic SECTION_UNAVAILABLE. Stages told to `progressCallback`: `reading <file>` and `facts`.
 *
 * @throws RocpdError (DAMAGED, BUSY) for a file that cannot be read on; ToolError CANCELLED when the signal aborts.
 */
export async function computeFacts(trace: Trace, options: FactsOptions = {}): Promise<TraceFacts> {
  const sections = createFactSections(trace.duplicateFiles.length);
  const activities: ProcessActivity[] = [];
  const minDurationNs = options.minDurationNs ?? 0;
  const timeline = options.timeline === true ? createTimelineSection() : null;
  const measuring = options.measure === true ? createRunMeasuring() : null;
  await readStages(
    trace,
    (stage) => {
      activities.push(collectActivity(stage));
      const input = createSectionInput(stage, minDurationNs, options.kernelPattern, timeline !== null);
      const isLarge = stage.columns.dispatches.count >= MANY_DISPATCHES;
      for (const section of Object.values(sections)) {
        if (isLarge) collectGarbage();
        section.collect(input);
        if (section === sections.traceQuality) input.dropCalls();
      }
      timeline?.collect(input);
      measuring?.add(stage);
    },
    options,
  );
  options.progressCallback?.('facts');
  const topKernels = options.topKernels ?? DIAGNOSED_KERNELS;
  const context = createMergeContext(trace.processes, activities, {
    topKernels: Math.max(topKernels, DIAGNOSED_KERNELS),
    minDurationNs,
  });
  const executionBreakdown = sections.executionBreakdown.merge(context);
  const { hotspots, kernelNameCount, kernelNames } = sections.hotspots.merge(context);
  const listedHotspots = (sections.longHotspots.merge(context)?.hotspots ?? hotspots).slice(0, topKernels);
  const shownKernels = [...new Set([...hotspots, ...listedHotspots].map(({ name }) => name))];
  const memoryAnalysis = sections.memoryAnalysis.merge(context);
  const counters = sections.hardwareCounters.merge(context);
  const communication = sections.communication.merge(context);
  const quality = sections.traceQuality.merge(context);
  const idleCauses = sections.idleCauses.merge(context);
  const ranks = sections.ranks.merge({ ...context, idleCauses });
  const facts = {
    trace: { files: trace.files, duplicateFiles: trace.duplicateFiles },
    processes: trace.processes,
    devices: context.devices,
    executionBreakdown,
    hotspots,
    listedHotspots,
    kernelNameCount,
    kernelNames,
    memoryAnalysis,
    copyStreamCount: sections.copyStreamCount.merge(context),
    apiBreakdown: sections.apiBreakdown.merge(context),
    kernelResources: sections.kernelResources.merge({ ...context, shownKernels }),
    hardwareCounters: counters.counters,
    roofline: sections.roofline.merge(context),
    kernelCategories: sections.kernelCategories.merge(context),
    shortKernels: sections.shortKernels.merge(context),
    warmup: sections.warmup.merge(context),
    communication,
    idleCauses,
    steps: sections.steps.merge(context),
    ranks,
    traceQuality: quality.quality,
    ...(timeline === null ? {} : { timeline: timeline.merge(context) }),
    ...(measuring === null ? {} : { measure: measuring.finish(trace) }),
  };
  return {
    ...facts,
    diagnostics: [
      ...[...Object.values(sections), ...(timeline === null ? [] : [timeline])].flatMap(({ failure }) =>
        failure === null ? [] : [failure],
      ),
      ...quality.diagnostics,
      ...copyDiagnostics(memoryAnalysis),
      ...communicationDiagnostics(communication),
      ...rankDiagnostics(ranks, communication),
      ...counters.diagnostics,
    ],
  };
}
