import type { TraceFacts } from '@perfxpert/tools';
import { rankOf } from '@perfxpert/tools/analysis';
import type { AnalyzeInput, AnalyzeOptions } from './analyze-input.js';
import type { Metadata, ProfilingInfo } from './metadata-schema.js';
import type { Extras } from './read-extras.js';
import { REPORT_SCHEMA_VERSION } from './report-version.js';
import { describeFilters } from './trace-filters.js';
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
  const filters = describeFilters(input);
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
    ...(filters === undefined ? {} : { filters }),
  };
}

/** The report's `profiling_info`: what kind of recording it is and which GPUs ran work. */
export function describeProfiling(facts: TraceFacts, extras: Extras): ProfilingInfo {
  return {
    total_duration_ns: facts.executionBreakdown?.wall_ns ?? 0,
    ...modeOf(facts, extras),
    gpus: facts.devices.map((device) => ({
      label: device.label,
      guid: facts.processes[device.processIndex]?.guid ?? '',
      agent_id: device.agentId,
      name: device.agent?.productName ?? null,
      architecture: device.agent?.gfxId ?? null,
    })),
  };
}

/** The deepest kind of data: sources, a time line, counters, a thread trace. */
function modeOf(facts: TraceFacts, { att }: Extras): Pick<ProfilingInfo, 'profiling_mode' | 'analysis_tier'> {
  if (att?.has_att_data === true) return { profiling_mode: 'thread_trace', analysis_tier: 3 };
  if (facts.hardwareCounters.has_counters) return { profiling_mode: 'sys_trace_with_counters', analysis_tier: 2 };
  if (facts.trace.files.length === 0) return { profiling_mode: 'source_only', analysis_tier: 0 };
  return { profiling_mode: 'sys_trace_only', analysis_tier: 1 };
}
