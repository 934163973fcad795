import { computeFacts, diagnose } from '@perfxpert/tools';
import { buildReport } from '../pipeline/build-report.js';
import type { AnalyzeInput, AnalyzeOptions } from '../pipeline/analyze-input.js';
import type { Report } from '../pipeline/report-schema.js';

/** A trace without files: its facts are those of a run that recorded nothing. */
const NO_TRACE = {
  files: [],
  processes: [],
  searchedFolders: [],
  duplicateFiles: [],
  loadProcess: () => Promise.reject(new Error('there is no process to load')),
  close: () => {},
};

/** The report of a question without a trace and without sources: nothing can be judged, and it says so. */
export async function emptyReport(input: AnalyzeInput, options: AnalyzeOptions): Promise<Report> {
  const began = performance.now();
  const facts = await computeFacts(NO_TRACE);
  const diagnosis = diagnose(facts);
  const verdict = {
    ...diagnosis.verdict,
    primary_bottleneck: 'data_insufficient' as const,
    driver: 'no_trace',
    confidence: 0,
    overall_assessment: 'No trace to judge: give one with database_path.',
    key_findings: [],
    scores: [],
  };
  return buildReport(
    { ...facts, diagnostics: [] },
    { ...diagnosis, verdict, recommendations: [], diagnostics: [] },
    { att: null, source: null, comparison: null, diagnostics: [] },
    input,
    options,
    { startedAt: new Date(), elapsedMs: () => Math.round(performance.now() - began) },
  );
}
