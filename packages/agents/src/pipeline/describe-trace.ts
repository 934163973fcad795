import type { TraceFacts } from '@perfxpert/tools';
import { rankOf } from '@perfxpert/tools';
import type { AnalyzeInput, AnalyzeOptions } from './analyze-input.js';
import type { Metadata, ProfilingInfo } from './metadata-schema.js';
import { REPORT_SCHEMA_VERSION } from './report-schema.js';
import { TOOL_VERSION } from './tool-version.js';

/** When the analysis began, by the clock that the options allow. */
export interface Stopwatch {
  readonly startedAt: Date;
  elapsedMs(): number;
}

/** The report's `metadata`: inputs, processes, versions, and the time unless switched off. */
export function describeRun(
  facts: TraceFacts,
  input: AnalyzeInput,
  options: AnalyzeOptions,
  stopwatch: Stopwatch,
): Metadata {
  const { timestamps = true, sourceDateEpoch } = options;
  const instant = sourceDateEpoch === undefined ? stopwatch.startedAt : new Date(sourceDateEpoch * 1000);
  const isTimed = timestamps && sourceDateEpoch === undefined;
  return {
    tool_version: TOOL_VERSION,
    analysis_version: REPORT_SCHEMA_VERSION,
    database_file: facts.trace.files[0]?.path ?? null,
    inputs: facts.trace.files.map((file) => ({
      path: file.path,
      size_bytes: file.sizeBytes,
      layout: file.layout,
      schema_versions: [...file.schemaVersions],
    })),
    processes: facts.processes.map((process) => ({
      guid: process.guid,
      input: process.fileIndex,
      pid: process.pid,
      rank: rankOf(process),
      node: process.node.hostname ?? process.node.machineId,
      command: process.command,
    })),
    analysis_timestamp: timestamps ? instant.toISOString() : null,
    analysis_duration_ms: isTimed ? stopwatch.elapsedMs() : null,
    custom_prompt: input.user_query ?? null,
    provider: null,
  };
}

/** The report's `profiling_info`: what kind of recording it is and which GPUs ran work. */
export function describeProfiling(facts: TraceFacts): ProfilingInfo {
  const hasCounters = facts.hardwareCounters.has_counters;
  return {
    total_duration_ns: facts.executionBreakdown?.wall_ns ?? 0,
    profiling_mode: hasCounters ? 'sys_trace_with_counters' : 'sys_trace_only',
    analysis_tier: hasCounters ? 2 : 1,
    gpus: facts.devices.map((device) => ({
      label: device.label,
      guid: facts.processes[device.processIndex]?.guid ?? '',
      agent_id: device.agentId,
      name: device.agent?.productName ?? null,
      architecture: device.agent?.gfxId ?? null,
    })),
  };
}
