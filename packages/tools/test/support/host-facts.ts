import { openTrace } from '@perfxpert/rocpd';
import type { Trace } from '@perfxpert/rocpd';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { BuildTraceOptions, TraceSpec } from '@perfxpert/rocpd/testing';
import * as v from 'valibot';
import { collectApi } from '../../src/lib/facts/api/collect-api.js';
import { mergeApi } from '../../src/lib/facts/api/merge-api.js';
import { collectCommunication } from '../../src/lib/facts/communication/collect-communication.js';
import { mergeCommunication } from '../../src/lib/facts/communication/merge-communication.js';
import { collectCopies } from '../../src/lib/facts/copies/collect-copies.js';
import { mergeCopies } from '../../src/lib/facts/copies/merge-copies.js';
import { createMergeContext } from '../../src/lib/facts/create-merge-context.js';
import { createProcessStage } from '../../src/lib/facts/create-process-stage.js';
import { collectActivity } from '../../src/lib/facts/device-activity.js';
import { collectPartition, mergePartition } from '../../src/lib/facts/partition.js';
import type { ProcessStage } from '../../src/lib/facts/process-stage.js';
import { collectQuality } from '../../src/lib/facts/quality/collect-quality.js';
import { mergeQuality } from '../../src/lib/facts/quality/merge-quality.js';
import { ApiBreakdownSchema } from '../../src/schemas/api-breakdown.js';
import { CommunicationSchema } from '../../src/schemas/communication.js';
import { DiagnosticSchema } from '../../src/schemas/diagnostic.js';
import { MemoryAnalysisSchema } from '../../src/schemas/memory-analysis.js';
import { TraceQualitySchema } from '../../src/schemas/trace-quality.js';

/** The host-side sections of stages, each checked against its schema. */
export function hostFactsOf(stages: readonly ProcessStage[], duplicateFileCount = 0) {
  const context = createMergeContext(
    stages.map(({ columns }) => columns.process),
    stages.map(collectActivity),
  );
  const { quality, diagnostics } = mergeQuality(
    stages.map((stage) => collectQuality(stage)),
    context,
    duplicateFileCount,
  );
  return {
    breakdown: mergePartition(
      stages.map((stage) => collectPartition(stage)),
      context,
    ),
    copies: v.parse(MemoryAnalysisSchema, mergeCopies(stages.map(collectCopies), context)),
    api: v.parse(
      ApiBreakdownSchema,
      mergeApi(
        stages.map((stage) => collectApi(stage)),
        context,
      ),
    ),
    communication: v.parse(
      v.nullable(CommunicationSchema),
      mergeCommunication(
        stages.map((stage) => collectCommunication(stage)),
        context,
      ),
    ),
    quality: v.parse(TraceQualitySchema, quality),
    diagnostics: v.parse(v.array(DiagnosticSchema), diagnostics),
    codes: diagnostics.map(({ code }) => code),
  };
}

export type HostFacts = ReturnType<typeof hostFactsOf>;

/** Stages of all processes of an open trace. */
export async function stagesOf(trace: Trace): Promise<ProcessStage[]> {
  const stages: ProcessStage[] = [];
  for (const [index, process] of trace.processes.entries())
    stages.push(createProcessStage(index, await trace.loadProcess(process)));
  return stages;
}

/** Reads recorded files and computes their sections. */
export async function readHostFacts(...paths: readonly string[]): Promise<HostFacts> {
  const trace = openTrace(paths);
  try {
    return hostFactsOf(await stagesOf(trace), trace.duplicateFiles.length);
  } finally {
    trace.close();
  }
}

/** Writes a trace, reads it back and computes its sections. */
export async function buildHostFacts(spec: TraceSpec, options: BuildTraceOptions = {}): Promise<HostFacts> {
  const built = buildTrace(spec, options);
  try {
    return await readHostFacts(...built.paths);
  } finally {
    built.dispose();
  }
}
