import {
  collectThermal,
  computeFacts,
  createToolContext,
  diagnose,
  filterTrace,
  openTrace,
  parseInput,
  ToolError,
  withSourceLocations,
} from '@perfxpert/tools/analysis';
import type { ToolSettings, TraceTimeline } from '@perfxpert/tools';
import { AnalyzeInputSchema } from './analyze-input.js';
import type { AnalyzeInput, AnalyzeOptions } from './analyze-input.js';
import { analyzeSources } from './analyze-sources.js';
import { buildReport } from './build-report.js';
import { readExtras } from './read-extras.js';
import type { Report } from './report-schema.js';
import { isNarrowing } from './trace-filters.js';

/**
 * Analyses a trace, a folder of sources, or both, without a language model and returns the one report object. The same input gives the same report,
 * apart from `analysis_timestamp` and `analysis_duration_ms`.
 *
 * @throws errors with a `code` (see `isPerfXpertError`): INVALID_ARGUMENT for input that breaks the schema, NOT_FOUND,
 * PERMISSION_DENIED, NOT_A_TRACE, DAMAGED, BUSY or SCHEMA_UNSUPPORTED for a trace that cannot be read, CANCELLED.
 */
export async function analyzeTrace(rawInput: AnalyzeInput, options: AnalyzeOptions = {}): Promise<Report> {
  return (await analyze(rawInput, options, false)).report;
}

/** A report, and what a drawing of the trace over time needs beside it: no part of the report, bounded in size. */
export interface DrawnAnalysis {
  readonly report: Report;
  /** Null without GPU work. */
  readonly timeline: TraceTimeline | null;
}

/** `analyzeTrace` with a timeline, out of the same pass over the trace. Errors likewise. */
export function analyzeTraceWithTimeline(rawInput: AnalyzeInput, options: AnalyzeOptions = {}): Promise<DrawnAnalysis> {
  return analyze(rawInput, options, true);
}

async function analyze(rawInput: AnalyzeInput, options: AnalyzeOptions, timeline: boolean): Promise<DrawnAnalysis> {
  const began = performance.now();
  const stopwatch = { startedAt: new Date(), elapsedMs: () => Math.round(performance.now() - began) };
  const input = parseInput('analyze', AnalyzeInputSchema, rawInput);
  const {
    top_kernels: topKernels,
    min_duration_ns: minDurationNs,
    baseline_db: baseline,
    filters = {},
  } = input.analysis_options ?? {};
  if (input.database_path === undefined) {
    if (input.source_dir === undefined) throw nothingToAnalyze();
    return { report: await analyzeSources(input.source_dir, input, options, stopwatch), timeline: null };
  }
  const trace = openTrace(input.database_path);
  try {
    const recorded = await computeFacts(isNarrowing(filters) ? filterTrace(trace, filters) : trace, {
      timeline,
      measure: baseline !== undefined,
      ...(filters.kernel === undefined ? {} : { kernelPattern: filters.kernel }),
      ...(topKernels === undefined ? {} : { topKernels }),
      ...(minDurationNs === undefined ? {} : { minDurationNs }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.progressCallback === undefined ? {} : { progressCallback: options.progressCallback }),
    });
    const extras = await readExtras(recorded, input, options);
    const facts = extras.source === null ? recorded : withSourceLocations(recorded, extras.source);
    options.progressCallback?.('diagnosis');
    const thermal = await collectThermal(createToolContext({ settings: settingsOf(options) }));
    const report = buildReport(
      facts,
      diagnose(facts, { thermal, att: extras.att, advanced: options.advanced ?? false }),
      extras,
      input,
      options,
      stopwatch,
    );
    return { report, timeline: facts.timeline ?? null };
  } finally {
    trace.close();
  }
}

function nothingToAnalyze(): ToolError {
  return new ToolError('INVALID_ARGUMENT', 'analyze: give a database_path, a source_dir, or both.', {
    field: 'database_path',
    expected: 'present',
    got: 'absent',
  });
}

function settingsOf({ gpuMonitorLog }: AnalyzeOptions): ToolSettings {
  return gpuMonitorLog === undefined ? {} : { gpuMonitorLog };
}
