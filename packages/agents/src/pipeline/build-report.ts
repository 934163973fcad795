import type { Diagnosis, TraceFacts } from '@perfxpert/tools';
import type { AnalyzeInput, AnalyzeOptions } from './analyze-input.js';
import { describeProfiling, describeRun } from './describe-trace.js';
import type { Stopwatch } from './describe-trace.js';
import { narrate } from './narrate.js';
import { REPORT_SCHEMA_VERSION } from './report-schema.js';
import type { Report } from './report-schema.js';
import { warningLine } from './warning-line.js';

/** Sections that are left out when they have nothing to say, with what decides it. */
function optionalSections(
  facts: TraceFacts,
  { thermal }: Diagnosis,
): Pick<Report, 'roofline' | 'communication' | 'steps' | 'idle_causes' | 'warmup' | 'ranks' | 'thermal'> {
  return {
    ...(facts.roofline === null ? {} : { roofline: facts.roofline }),
    ...(facts.communication === null ? {} : { communication: facts.communication }),
    ...(facts.steps === null ? {} : { steps: facts.steps }),
    ...(facts.idleCauses === null ? {} : { idle_causes: facts.idleCauses }),
    ...(facts.warmup.has_warmup_issues ? { warmup: facts.warmup } : {}),
    ...(facts.ranks === null ? {} : { ranks: facts.ranks }),
    ...(thermal === null ? {} : { thermal }),
  };
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
  input: AnalyzeInput,
  options: AnalyzeOptions,
  stopwatch: Stopwatch,
): Report {
  const optional = optionalSections(facts, diagnosis);
  const diagnostics = [...facts.diagnostics, ...diagnosis.diagnostics];
  return {
    schema_version: REPORT_SCHEMA_VERSION,
    features: Object.keys(optional).sort(),
    metadata: describeRun(facts, input, options, stopwatch),
    profiling_info: describeProfiling(facts),
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
    recommendations: [...diagnosis.recommendations],
    warnings: diagnostics.map(warningLine),
    diagnostics,
    errors: [],
  };
}
