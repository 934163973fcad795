import {
  ApiBreakdownSchema,
  AttTraceSchema,
  CommunicationSchema,
  DiagnosticSchema,
  ExecutionBreakdownSchema,
  HardwareCountersSchema,
  HotspotSchema,
  IdleCausesSchema,
  KernelCategoriesSchema,
  KernelResourcesSchema,
  MemoryAnalysisSchema,
  RanksSchema,
  RecommendationSchema,
  RooflineSchema,
  ShortKernelsSchema,
  StepsSchema,
  ThermalSchema,
  Tier0FindingsSchema,
  TraceQualitySchema,
  VerdictSchema,
  WarmupSchema,
} from '@perfxpert/tools/report-schemas';
import * as v from 'valibot';
import { ComparisonSchema } from './comparison-schema.js';
import { MetadataSchema, ProfilingInfoSchema } from './metadata-schema.js';
import { REPORT_SCHEMA_VERSION } from './report-version.js';
import { ProposalsSchema } from '../team/proposal-schema.js';

/** The one report object: what the library returns, JSON prints and every renderer draws. */
export const ReportSchema = v.object({
  schema_version: v.literal(REPORT_SCHEMA_VERSION),
  features: v.pipe(v.array(v.string()), v.description('Optional sections that this report holds, sorted')),
  metadata: MetadataSchema,
  profiling_info: ProfilingInfoSchema,
  trace_quality: TraceQualitySchema,
  summary: VerdictSchema,
  narrative: v.pipe(v.string(), v.description('The result in a few sentences')),
  primary_bottleneck: VerdictSchema.entries.primary_bottleneck,
  execution_breakdown: v.nullable(ExecutionBreakdownSchema),
  hotspots: v.array(HotspotSchema),
  memory_analysis: MemoryAnalysisSchema,
  hardware_counters: HardwareCountersSchema,
  kernel_resources: KernelResourcesSchema,
  api_breakdown: ApiBreakdownSchema,
  kernel_categories: KernelCategoriesSchema,
  short_kernels: ShortKernelsSchema,
  roofline: v.optional(RooflineSchema),
  communication: v.optional(CommunicationSchema),
  att_trace: v.optional(AttTraceSchema),
  steps: v.optional(StepsSchema),
  idle_causes: v.optional(IdleCausesSchema),
  warmup: v.optional(WarmupSchema),
  ranks: v.optional(RanksSchema),
  thermal: v.optional(ThermalSchema),
  tier0_findings: v.optional(Tier0FindingsSchema),
  trace_diff: v.optional(ComparisonSchema),
  recommendations: v.array(RecommendationSchema),
  exploratory_proposals: v.optional(ProposalsSchema),
  warnings: v.pipe(v.array(v.string()), v.description('diagnostics as one line each: CODE: what, and what to do')),
  diagnostics: v.array(DiagnosticSchema),
  errors: v.array(v.string()),
});

export type Report = v.InferOutput<typeof ReportSchema>;
