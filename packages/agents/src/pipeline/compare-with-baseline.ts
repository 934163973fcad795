import { filterTrace, isPerfXpertError, openTrace } from '@perfxpert/tools/analysis';
import type { Diagnostic, ToolSettings, TraceFacts } from '@perfxpert/tools';
import type { AnalyzeInput, AnalyzeOptions } from './analyze-input.js';
import type { Comparison } from './comparison-schema.js';
import { isNarrowing } from './trace-filters.js';

/** The comparison, and the notices that it adds to the report. */
export interface BaselineComparison {
  readonly comparison: Comparison;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares the analysed run, measured while its facts were computed, with the baseline that the input names; null without
 * one. Several paths of the input are the files of one run; filters are for both sides. What cannot be read or has no
 * kernels is told in the section and by a notice, since the analysis stands all the same.
 *
 * @throws ToolError CANCELLED; RocpdError NOT_FOUND, since a path that leads nowhere is a slip of the caller.
 */
export async function compareWithBaseline(
  { measure }: Pick<TraceFacts, 'measure'>,
  input: AnalyzeInput,
  options: AnalyzeOptions,
): Promise<BaselineComparison | null> {
  const { baseline_db: baseline, top_kernels: topKernels, filters = {} } = input.analysis_options ?? {};
  const { database_path: path } = input;
  if (baseline === undefined || path === undefined || measure === undefined) return null;
  options.progressCallback?.('comparison with the baseline');
  const runs = { baseline_db: baseline, new_db: typeof path === 'string' ? path : [path] };
  // Not at the start: the declarations of all tools take longer to load than a small trace.
  const { diffMeasuredRun } = await import('@perfxpert/tools');
  try {
    const comparison = await diffMeasuredRun(
      { ...runs, ...(topKernels === undefined ? {} : { top_kernels: topKernels }) },
      measure,
      {
        settings: settingsOf(options),
        ...(isNarrowing(filters)
          ? { openTrace: (paths: string | readonly string[]) => filterTrace(openTrace(paths), filters) }
          : {}),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
    );
    return { comparison, diagnostics: comparison.diagnostics };
  } catch (error) {
    if (!isPerfXpertError(error) || error.code === 'CANCELLED' || error.code === 'NOT_FOUND') throw error;
    const failed = { has_data: false, reason: error.message, error_code: error.code } as const;
    return {
      comparison: { schema_version: '0.3.1', ...runs, ...failed },
      diagnostics: [baselineUnavailable(error.message)],
    };
  }
}

function settingsOf({ regressionThresholdPct, hotKernelCoveragePct }: AnalyzeOptions): ToolSettings {
  return {
    ...(regressionThresholdPct === undefined ? {} : { regressionThresholdPct }),
    ...(hotKernelCoveragePct === undefined ? {} : { hotKernelCoveragePct }),
  };
}

function baselineUnavailable(reason: string): Diagnostic {
  return {
    code: 'BASELINE_UNAVAILABLE',
    severity: 'warning',
    message: `There is no comparison with the baseline: ${reason}`,
    section: 'trace_diff',
    how_to_fix: 'Give a trace of the same program, recorded with kernel tracing on.',
  };
}
