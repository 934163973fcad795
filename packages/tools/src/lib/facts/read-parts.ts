import type { Trace } from '@perfxpert/rocpd';
import { createMergeContext } from './create-merge-context.js';
import { collectActivity } from './device-activity.js';
import type { ProcessActivity } from './device-activity.js';
import type { MergeContext } from './merge-context.js';
import type { ProcessStage } from './process-stage.js';
import { readStages } from './read-stages.js';
import type { FactsOptions } from './trace-facts.js';

/** What one section of the facts takes from each process of a trace, and what its merge needs besides. */
export interface TraceParts<Part> {
  readonly parts: readonly Part[];
  readonly mergeContext: MergeContext;
}

/**
 * Collects one section from all processes of a trace, for tools that need no other.
 *
 * @throws ToolError CANCELLED when the signal aborts; RocpdError for a file that cannot be read on.
 */
export async function readParts<Part>(
  trace: Trace,
  collect: (stage: ProcessStage) => Part,
  options: Pick<FactsOptions, 'signal' | 'progressCallback'>,
  mergeOptions: Pick<FactsOptions, 'topKernels'> = {},
): Promise<TraceParts<Part>> {
  const activities: ProcessActivity[] = [];
  const parts: Part[] = [];
  await readStages(
    trace,
    (stage) => {
      activities.push(collectActivity(stage));
      parts.push(collect(stage));
    },
    options,
  );
  return { parts, mergeContext: createMergeContext(trace.processes, activities, mergeOptions) };
}
