import { withSourceRecommendations } from '@perfxpert/tools/analysis';
import type { Diagnosis, Tier0Findings, TraceFacts } from '@perfxpert/tools';
import type { AnalyzeInput, AnalyzeOptions } from './analyze-input.js';
import { describeProfiling, describeRun } from './describe-trace.js';
import type { Stopwatch } from './describe-trace.js';
import { narrate } from './narrate.js';
import type { Extras } from './read-extras.js';
import type { Report } from './report-schema.js';
import { REPORT_SCHEMA_VERSION } from './report-version.js';
import { describeFilters, filterDiagnostics } from './trace-filters.js';
import { warningLine } from './warning-line.js';

/** Sections that are left out when they have nothing to say, with what decides it. */
function optionalSections(
  facts: TraceFacts,
  { thermal }: Diagnosis,
  { att, source, comparison }: Extras,
): Pick<
  Report,
  | 'roofline'
  | 'communication'
  | 'att_trace'
  | 'steps'
  | 'idle_causes'
  | 'warmup'
  | 'ranks'
  | 'thermal'
  | 'tier0_findings'
  | 'trace_diff'
> {
  return {
    ...(facts.roofline === null ? {} : { roofline: facts.roofline }),
    ...(facts.communication === null ? {} : { communication: facts.communication }),
    ...(att === null ? {} : { att_trace: att }),
    ...(facts.steps === null ? {} : { steps: facts.steps }),
    ...(facts.idleCauses === null ? {} : { idle_causes: facts.idleCauses }),
    ...(facts.warmup.has_warmup_issues ? { warmup: facts.warmup } : {}),
    ...(facts.ranks === null ? {} : { ranks: facts.ranks }),
    ...(thermal === null ? {} : { thermal }),
    ...(source === null ? {} : { tier0_findings: findingsOf(source.findings, facts) }),
    ...(comparison === null ? {} : { trace_diff: comparison }),
  };
}

/** The plan of a first recording is for those who have none. */
function findingsOf(findings: Tier0Findings, facts: TraceFacts): Tier0Findings {
  const { profiling_plan: plan, ...others } = findings;
  return facts.trace.files.length > 0 || plan === undefined ? others : findings;
}

/** Optional sections, and the optional fields that readers look for. */
function featuresOf(optional: object, hasLocations: boolean, { recommendations }: Diagnosis): string[] {
  const isPredicted = recommendations.some((entry) => entry.predicted_program_speedup_range !== undefined);
  return [
    ...Object.keys(optional),
    ...(hasLocations ? ['source_locations'] : []),
    ...(isPredicted ? ['prediction'] : []),
  ].sort();
}

/** Resources of the kernels that the report lists. */
function listedResources(facts: TraceFacts): Report['kernel_resources'] {
  const listed = new Set(facts.listedHotspots.map(({ name }) => name));
  const kernels = facts.kernelResources.kernels.filter(({ name }) => listed.has(name));
  return { ...facts.kernelResources, kernels };
}

/** Puts facts and diagnosis into the one report object. Pure but for the stopwatch. */
export function buildReport(
  facts: TraceFacts,
  diagnosis: Diagnosis,
  extras: Extras,
  input: AnalyzeInput,
  options: AnalyzeOptions,
  stopwatch: Stopwatch,
): Report {
  const optional = optionalSections(facts, diagnosis, extras);
  const diagnostics = [
    ...filterDiagnostics(describeFilters(input), diagnosis.hotspots.length),
    ...facts.diagnostics,
    ...diagnosis.diagnostics,
    ...extras.diagnostics,
  ];
  const hasTrace = facts.trace.files.length > 0;
  return {
    schema_version: REPORT_SCHEMA_VERSION,
    features: featuresOf(optional, hasTrace && extras.source !== null, diagnosis),
    metadata: describeRun(facts, input, options, stopwatch),
    profiling_info: describeProfiling(facts, extras),
    trace_quality: facts.traceQuality,
    summary: diagnosis.verdict,
    narrative: narrate(diagnosis),
    primary_bottleneck: diagnosis.verdict.primary_bottleneck,
    execution_breakdown: facts.executionBreakdown,
    hotspots: [...diagnosis.hotspots],
    memory_analysis: facts.memoryAnalysis,
    hardware_counters: facts.hardwareCounters,
    kernel_resources: listedResources(facts),
    api_breakdown: facts.apiBreakdown,
    kernel_categories: [...facts.kernelCategories],
    short_kernels: facts.shortKernels,
    ...optional,
    recommendations:
      extras.source === null
        ? [...diagnosis.recommendations]
        : withSourceRecommendations(diagnosis.recommendations, extras.source.findings),
    warnings: diagnostics.map(warningLine),
    diagnostics,
    errors: [],
  };
}
