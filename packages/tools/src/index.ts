export {
  anchors,
  arch,
  att,
  bottleneck,
  compileRunner,
  compiler,
  computeTechniques,
  counters,
  dependencyGraph,
  diagnosis,
  gpuDiscovery,
  gpuRuntimeMonitor,
  intent,
  interconnect,
  kernelFusion,
  latencyTechniques,
  memory,
  memoryTechniques,
  metrics,
  occupancy,
  patchMgr,
  plateau,
  pragma,
  predictImpact,
  profileRunner,
  profiling,
  rcclAnalysis,
  regression,
  roofline,
  sol,
  tasks,
  topdown,
  traceAnalysis,
  traceDiff,
  traceFingerprint,
  tracelens,
  unifiedMemory,
  workflow,
} from './catalog/modules.js';
export { TOOLS } from './catalog/index.js';
export type { TimeBreakdown, TimeBreakdownInput } from './catalog/trace-analysis/time-breakdown.js';
export type { AnalyzeCollectives, AnalyzeCollectivesInput } from './catalog/rccl-analysis/analyze-collectives.js';
export type { PlotPoints, PlotPointsInput } from './catalog/roofline/plot-points.js';
export type { AnalyzePaging, AnalyzePagingInput } from './catalog/unified-memory/analyze-paging.js';
export type { HotspotsInput } from './catalog/trace-analysis/hotspots.js';
export type { AnchorsCheck, CheckInput } from './catalog/anchors/check.js';
export type { BuildInput, BuildResult } from './catalog/compile-runner/build.js';
export type { AppliedPatch, ApplyInput } from './catalog/patch-mgr/apply.js';
export type { RevertInput, RevertedPatch } from './catalog/patch-mgr/revert.js';
export type { OutputVerdict, VerifyOutputInput } from './catalog/patch-mgr/verify-output.js';
export type { ProfileRun, RunInput } from './catalog/profile-runner/run.js';
export { diffMeasuredRun } from './catalog/trace-diff/diff-runs.js';
export type { DiffRunsInput } from './catalog/trace-diff/diff-runs.js';
export type { RunMeasure } from './lib/trace-diff/run-measure.js';
export type { CompareRunsInput, KernelComparison } from './catalog/regression/compare-runs.js';
export type { ExplainFindingInput } from './catalog/diagnosis/explain-finding.js';
export { predictChanges } from './catalog/predict-impact/predict-change-impact.js';
export type { PredictChangeImpactInput } from './catalog/predict-impact/predict-change-impact.js';
export { diagnose } from './lib/diagnosis/diagnose.js';
export type { Diagnosis } from './lib/diagnosis/diagnose.js';
export type { DiagnoseOptions } from './lib/diagnosis/rule-input.js';
export { changeMetrics } from './lib/predict-impact/change-metrics.js';
export type { ChangeMeasurement } from './lib/predict-impact/measure-change.js';
export { kernelDisplayName } from './lib/diagnosis/kernel-display-name.js';
export { attDiagnostics } from './lib/att/att-diagnostics.js';
export { discoverThreadTrace, readThreadTrace } from './lib/att/read-thread-trace.js';
export type { ThreadTraceOptions } from './lib/att/read-thread-trace.js';
export { DEFAULT_SOURCE_MAX_FILES, scanSource } from './lib/source-scan/scan-source.js';
export { sourceDiagnostics } from './lib/source-scan/source-diagnostics.js';
export { withSourceLocations } from './lib/source-scan/with-source-locations.js';
export { withSourceRecommendations } from './lib/source-scan/source-recommendations.js';
export type { SourceScan, SourceScanOptions } from './lib/source-scan/scan-source.js';
export { TIMELINE_FORMATS, exportTimeline } from './lib/export/export-timeline.js';
export type {
  ExportSummary,
  ExportTimelineInput,
  ExportTimelineOptions,
  TimelineFormat,
} from './lib/export/export-timeline.js';
export { DEFAULT_QUERY_ROWS, DEFAULT_QUERY_TIMEOUT_MS, queryTrace } from './lib/query/query-trace.js';
export type { QueryTraceInput } from './lib/query/query-trace.js';
export { QUERY_TABLES } from './lib/query/query-tables.js';
export type { QueryColumn, QueryTable } from './lib/query/query-tables.js';
export type { QueryResult, QueryValue } from './lib/query/run-query.js';
export { explainableTerms, explainTerm } from './lib/explain/explain-term.js';
export type { TermExplanation } from './lib/explain/explain-term.js';
export { nearestTerms } from './lib/explain/nearest-terms.js';
export { filterTrace } from './lib/filter/filter-trace.js';
export { computeFacts } from './lib/facts/compute-facts.js';
export { rankOf } from './lib/facts/label-devices.js';
export type { FactsOptions, TraceDevice, TraceFacts } from './lib/facts/trace-facts.js';
export type {
  DeviceOverview,
  LaneEvents,
  LaneKind,
  TimelineLane,
  TimelineTrack,
  TimelineWindow,
  TraceTimeline,
} from './lib/timeline/trace-timeline.js';
export { checkExternalTool, installInstructions, requireExternalTool } from './lib/process/check-external-tool.js';
export type { ExternalToolCheck } from './lib/process/check-external-tool.js';
export { collectThermal } from './lib/gpu-monitor/collect-thermal.js';
export type { ThermalFacts } from './lib/gpu-monitor/collect-thermal.js';
export { analyzeMonitorLog } from './lib/gpu-monitor/analyze-monitor-log.js';
export type { MonitorLogAnalysis } from './lib/gpu-monitor/analyze-monitor-log.js';
export { listCounters } from './lib/counters/list-counters.js';
export type { ListedCounter } from './lib/counters/list-counters.js';
export type { RuntimeGpuSpec } from './lib/hardware/runtime-gpu-spec.js';
export { openTrace } from '@perfxpert/rocpd';
export { callTool, parseInput } from './tool/call-tool.js';
export { inputJsonSchema, outputJsonSchema, schemaToJson } from './tool/json-schema.js';
export { defineTool, wireName } from './tool/define-tool.js';
export type { Tool, ToolClass } from './tool/define-tool.js';
export { callSyncTool, defineSyncTool } from './tool/sync-tool.js';
export type { SyncTool } from './tool/sync-tool.js';
export { createToolContext } from './tool/tool-context.js';
export type { ProcessEnvironment, ProcessRequest, ProcessResult } from './tool/run-process.js';
export type { ToolContext, ToolOptions, ToolSettings } from './tool/tool-context.js';
export { createTraceCache } from './tool/trace-cache.js';
export type { TraceCache, TraceCacheOptions } from './tool/trace-cache.js';
export { ToolError, isPerfXpertError, toWireError } from './tool/tool-errors.js';
export type { PerfXpertError, ToolErrorCode, WireError } from './tool/tool-errors.js';
export { openStore } from './store/open-store.js';
export type { Store, StoreDatabase, StoreOptions } from './store/open-store.js';
export { openPredictions } from './store/predictions.js';
export type { PredictionStore } from './store/predictions.js';
export { openTasks } from './store/tasks.js';
export type { TaskStore } from './store/tasks.js';
export { ApiBreakdownSchema } from './schemas/api-breakdown.js';
export type { ApiBreakdown, ApiCall } from './schemas/api-breakdown.js';
export { AttTraceSchema } from './schemas/att-trace.js';
export type { AttTrace } from './schemas/att-trace.js';
export { CommunicationSchema } from './schemas/communication.js';
export type { Collective, Communication } from './schemas/communication.js';
export { DependencyGraphSchema } from './schemas/dependency-graph.js';
export type { DependencyGraph } from './schemas/dependency-graph.js';
export { DiagnosticSchema } from './schemas/diagnostic.js';
export type { Diagnostic } from './schemas/diagnostic.js';
export { DiscoveredGpuSchema } from './schemas/discovered-gpu.js';
export type { DiscoveredGpu } from './schemas/discovered-gpu.js';
export { ExplanationSchema } from './schemas/explanation.js';
export type { Calculation, Explanation, ProofRow, ProvenFigure } from './schemas/explanation.js';
export { ExecutionBreakdownSchema } from './schemas/execution-breakdown.js';
export type { DeviceBreakdown, ExecutionBreakdown } from './schemas/execution-breakdown.js';
export { FusionCandidateSchema } from './schemas/fusion-candidate.js';
export type { FusionCandidate } from './schemas/fusion-candidate.js';
export { GpuSampleSchema } from './schemas/gpu-sample.js';
export type { GpuSample } from './schemas/gpu-sample.js';
export { HardwareCountersSchema } from './schemas/hardware-counters.js';
export type { HardwareCounters } from './schemas/hardware-counters.js';
export { HardwarePeaksSchema } from './schemas/hardware-peaks.js';
export type { HardwarePeaks } from './schemas/hardware-peaks.js';
export { HotspotSchema } from './schemas/hotspot.js';
export type { Hotspot } from './schemas/hotspot.js';
export { IdleCausesSchema } from './schemas/idle-causes.js';
export type { IdleCauseEntry, IdleCauses } from './schemas/idle-causes.js';
export type { IdleCause } from './terms/idle-cause-terms.js';
export { KernelCategoriesSchema } from './schemas/kernel-categories.js';
export type { KernelCategory } from './schemas/kernel-categories.js';
export { KernelResourcesSchema } from './schemas/kernel-resources.js';
export type { KernelResource, KernelResources } from './schemas/kernel-resources.js';
export { MemoryAnalysisSchema } from './schemas/memory-analysis.js';
export type { CopyStatistics, MemoryAnalysis } from './schemas/memory-analysis.js';
export { MetricValuesSchema } from './schemas/metric-values.js';
export type { MetricValues } from './schemas/metric-values.js';
export { PredictionSchema } from './schemas/prediction.js';
export type { Prediction, StoredPrediction } from './schemas/prediction.js';
export { RanksSchema } from './schemas/ranks.js';
export type { Rank, Ranks, Straggler } from './schemas/ranks.js';
export { RecommendationSchema } from './schemas/recommendation.js';
export type { Recommendation } from './schemas/recommendation.js';
export { RooflineSchema } from './schemas/roofline.js';
export type { Roofline, RooflineKernel } from './schemas/roofline.js';
export { ShortKernelsSchema } from './schemas/short-kernels.js';
export type { ShortKernels } from './schemas/short-kernels.js';
export { TaskSchema } from './schemas/task.js';
export type { Task } from './schemas/task.js';
export { StepsSchema } from './schemas/steps.js';
export type { Loop, SlowStep, Steps } from './schemas/steps.js';
export { TechniqueSchema } from './schemas/technique.js';
export type { Technique } from './schemas/technique.js';
export { ThermalSchema } from './schemas/thermal.js';
export type { Thermal } from './schemas/thermal.js';
export { ThermalAnalysisSchema } from './schemas/thermal-analysis.js';
export type { ThermalAnalysis } from './schemas/thermal-analysis.js';
export { Tier0FindingsSchema } from './schemas/tier0-findings.js';
export type { Tier0Findings } from './schemas/tier0-findings.js';
export { TraceDiffSchema } from './schemas/trace-diff.js';
export type { DiffCopy, DiffKernel, TraceDiff } from './schemas/trace-diff.js';
export { gateComparison } from './lib/trace-diff/gate-comparison.js';
export type { GateOptions } from './lib/trace-diff/gate-comparison.js';
export { RegressionGateSchema } from './schemas/regression-gate.js';
export type { GateCheck, GateRule, RegressionGate } from './schemas/regression-gate.js';
export { runPathsSchema } from './schemas/run-paths.js';
export type { RunPaths } from './schemas/run-paths.js';
export { TraceFilterSchema } from './schemas/trace-filter.js';
export { TraceQualitySchema } from './schemas/trace-quality.js';
export type { TraceFilter } from './schemas/trace-filter.js';
export type { TraceQuality } from './schemas/trace-quality.js';
export { VerdictSchema } from './schemas/verdict.js';
export type { Verdict } from './schemas/verdict.js';
export { WarmupSchema } from './schemas/warmup.js';
export type { Warmup } from './schemas/warmup.js';
