import { openTrace } from '@perfxpert/rocpd';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { BuildTraceOptions, TraceSpec } from '@perfxpert/rocpd/testing';
import * as v from 'valibot';
import { collectCounters, mergeCounters } from '../../src/lib/facts/counters.js';
import { createMergeContext } from '../../src/lib/facts/create-merge-context.js';
import { createProcessStage } from '../../src/lib/facts/create-process-stage.js';
import { collectActivity } from '../../src/lib/facts/device-activity.js';
import { collectResources, mergeResources } from '../../src/lib/facts/resources.js';
import type { FactsOptions } from '../../src/lib/facts/trace-facts.js';
import type { Diagnostic } from '../../src/schemas/diagnostic.js';
import { HardwareCountersSchema } from '../../src/schemas/hardware-counters.js';
import type { DerivedMetric, HardwareCounters } from '../../src/schemas/hardware-counters.js';
import { KernelResourcesSchema } from '../../src/schemas/kernel-resources.js';
import type { KernelResources } from '../../src/schemas/kernel-resources.js';

/** The sections about hardware, of the shape that reports have. */
export interface HardwareSections {
  readonly counters: HardwareCounters;
  readonly diagnostics: readonly Diagnostic[];
  readonly resources: KernelResources;
}

/** Computes the sections about hardware of trace files and checks them against their schemas. */
export async function hardwareSections(
  paths: string | readonly string[],
  options: FactsOptions = {},
): Promise<HardwareSections> {
  const trace = openTrace(paths);
  try {
    const activities = [];
    const counterParts = [];
    const resourceParts = [];
    for (const [index, process] of trace.processes.entries()) {
      const stage = createProcessStage(index, await trace.loadProcess(process));
      activities.push(collectActivity(stage));
      // A round trip through a structured clone: parts are plain data.
      counterParts.push(structuredClone(collectCounters(stage)));
      resourceParts.push(structuredClone(collectResources(stage, options.minDurationNs)));
    }
    const context = createMergeContext(trace.processes, activities, options);
    const { counters, diagnostics } = mergeCounters(counterParts);
    const resources = mergeResources(resourceParts, context);
    v.parse(HardwareCountersSchema, counters);
    v.parse(KernelResourcesSchema, resources);
    return { counters, diagnostics, resources };
  } finally {
    trace.close();
  }
}

/** The same of a recording given as literals. */
export async function builtSections(spec: TraceSpec, options: BuildTraceOptions = {}): Promise<HardwareSections> {
  const files = buildTrace(spec, options);
  try {
    return await hardwareSections(files.paths);
  } finally {
    files.dispose();
  }
}

/** A metric of the whole trace. */
export function traceMetric({ counters }: HardwareSections, id: string): DerivedMetric {
  const metric = counters.metrics?.derived[id];
  if (metric === undefined) throw new Error(`no metric ${id}`);
  return metric;
}
