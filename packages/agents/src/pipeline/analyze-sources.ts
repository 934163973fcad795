import { computeFacts, diagnose, sourceDiagnostics, ToolError } from '@perfxpert/tools/analysis';
import type { Diagnosis, Tier0Findings } from '@perfxpert/tools';
import type { AnalyzeInput, AnalyzeOptions } from './analyze-input.js';
import { buildReport } from './build-report.js';
import type { Stopwatch } from './describe-trace.js';
import { scanNamedSource } from './read-extras.js';
import type { Report } from './report-schema.js';

/** A trace without files: its facts are those of a run that recorded nothing. */
const NO_TRACE = {
  files: [],
  processes: [],
  searchedFolders: [],
  duplicateFiles: [],
  loadProcess: () => Promise.reject(new Error('there is no process to load')),
  close: () => {},
};

/**
 * The report of a source folder without a trace: what the scan found and what to record first. Nothing is said about
 * time, so there is no verdict.
 *
 * @throws ToolError NOT_FOUND, INVALID_ARGUMENT or PERMISSION_DENIED for a path that is no readable folder; CANCELLED
 */
export async function analyzeSources(
  sourceDir: string,
  input: AnalyzeInput,
  options: AnalyzeOptions,
  stopwatch: Stopwatch,
): Promise<Report> {
  if (input.analysis_options?.baseline_db !== undefined) throw nothingToCompare();
  const source = await scanNamedSource(sourceDir, input, options);
  const facts = await computeFacts(NO_TRACE);
  const diagnosis = withoutTrace(diagnose(facts), source.findings);
  const extras = { att: null, source, comparison: null, diagnostics: sourceDiagnostics(source.findings) };
  return buildReport({ ...facts, diagnostics: [] }, diagnosis, extras, input, options, stopwatch);
}

/** A diagnosis that asks for a recording only through the scan's own plan. */
function withoutTrace(diagnosis: Diagnosis, findings: Tier0Findings): Diagnosis {
  const { kernel_count: kernels, files_scanned: files, risk_areas: risks } = findings;
  return {
    ...diagnosis,
    verdict: {
      primary_bottleneck: 'data_insufficient',
      driver: 'no_trace',
      confidence: 0,
      overall_assessment: `No trace to judge: ${files} source files hold ${kernels} kernels or device regions.`,
      key_findings: [...risks],
      scores: [],
    },
    recommendations: [],
    diagnostics: [],
  };
}

function nothingToCompare(): ToolError {
  return new ToolError('INVALID_ARGUMENT', 'baseline_db: a comparison needs a trace; give a database_path.', {
    field: 'analysis_options.baseline_db',
    expected: 'absent without database_path',
    got: 'present',
  });
}
