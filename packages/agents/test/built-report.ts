import { buildTrace } from '@perfxpert/rocpd/testing';
import type { BuildTraceOptions, TraceSpec } from '@perfxpert/rocpd/testing';
import { analyzeTrace } from '../src/index.js';
import type { AnalyzeInput, Report } from '../src/index.js';
import { brokenLaws } from './report-laws.js';

/** Report of a trace given as literals. The trace is gone afterwards; a report that breaks a law is an error. */
export async function reportOf(
  spec: TraceSpec,
  options: BuildTraceOptions = {},
  analysisOptions: NonNullable<AnalyzeInput['analysis_options']> = {},
): Promise<Report> {
  const trace = buildTrace(spec, options);
  try {
    const input = { database_path: [...trace.paths], analysis_options: analysisOptions };
    const report = await analyzeTrace(input, { timestamps: false });
    const broken = brokenLaws(report);
    if (broken.length > 0) throw new Error(`laws broken: ${broken.join('; ')}`);
    return report;
  } finally {
    trace.dispose();
  }
}

/** Codes of a report's notices. */
export function codesOf(report: Report): string[] {
  return report.diagnostics.map((entry) => entry.code);
}
