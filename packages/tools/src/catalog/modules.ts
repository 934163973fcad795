import { check as anchorsCheck } from './anchors/check.js';
import { lookupPeaks as archLookupPeaks } from './arch/lookup-peaks.js';
import { lookupRidgePoint } from './arch/lookup-ridge-point.js';
import { occupancySpecsTable } from './arch/occupancy-specs-table.js';
import { classifyStallRatio } from './att/classify-stall-ratio.js';
import { classifyStallReason } from './att/classify-stall-reason.js';
import { classifyFromMetrics } from './bottleneck/classify-from-metrics.js';
import { lookupSignatures } from './bottleneck/lookup-signatures.js';
import { prioritizeByAmdahl } from './bottleneck/prioritize-by-amdahl.js';
import { build } from './compile-runner/build.js';
import { explainFlag } from './compiler/explain-flag.js';
import { lookupFlags } from './compiler/lookup-flags.js';
import { catalog as computeTechniquesCatalog } from './compute-techniques/catalog.js';
import { lookupInfo } from './counters/lookup-info.js';
import { validateForGpu } from './counters/validate-for-gpu.js';
import { classify as intentClassify } from './intent/classify.js';
import { lookupPeaks as interconnectLookupPeaks } from './interconnect/lookup-peaks.js';
import { catalog as latencyTechniquesCatalog } from './latency-techniques/catalog.js';
import { catalog as memoryTechniquesCatalog } from './memory-techniques/catalog.js';
import { classifyCachePerformance } from './memory/classify-cache-performance.js';
import { computeGpuUtilization } from './metrics/compute-gpu-utilization.js';
import { computeHbmBandwidth } from './metrics/compute-hbm-bandwidth.js';
import { computeL1MissRate } from './metrics/compute-l1-miss-rate.js';
import { computeL2HitRate } from './metrics/compute-l2-hit-rate.js';
import { computeLatency } from './metrics/compute-latency.js';
import { lookupWavesPerEu } from './occupancy/lookup-waves-per-eu.js';
import { suggestVgprReduction } from './occupancy/suggest-vgpr-reduction.js';
import { apply } from './patch-mgr/apply.js';
import { revert } from './patch-mgr/revert.js';
import { verifyOutput } from './patch-mgr/verify-output.js';
import { check as plateauCheck } from './plateau/check.js';
import { explainPragma } from './pragma/explain-pragma.js';
import { lookupPragmas } from './pragma/lookup-pragmas.js';
import { suggestPragmasForKernel } from './pragma/suggest-pragmas-for-kernel.js';
import { explainPrediction } from './predict-impact/explain-prediction.js';
import { listSupportedChanges } from './predict-impact/list-supported-changes.js';
import { predictChangeImpact } from './predict-impact/predict-change-impact.js';
import { run } from './profile-runner/run.js';
import { diagnoseTrace } from './diagnosis/diagnose-trace.js';
import { explainFinding } from './diagnosis/explain-finding.js';
import { fillGap } from './profiling/fill-gap.js';
import { compareRuns } from './regression/compare-runs.js';
import { extractKernelRuntimesFromDb } from './regression/extract-kernel-runtimes-from-db.js';
import { identifyHotKernels } from './regression/identify-hot-kernels.js';
import { analyzeCollectives } from './rccl-analysis/analyze-collectives.js';
import { classify as rooflineClassify } from './roofline/classify.js';
import { plotPoints } from './roofline/plot-points.js';
import { classifyUtilization } from './sol/classify-utilization.js';
import { sanityCheck } from './sol/sanity-check.js';
import { close } from './tasks/close.js';
import { create } from './tasks/create.js';
import { next } from './tasks/next.js';
import { queryByKernel } from './tasks/query-by-kernel.js';
import { show } from './tasks/show.js';
import { update } from './tasks/update.js';
import { classifyOverhead as topdownClassifyOverhead } from './topdown/classify-overhead.js';
import { hotspots } from './trace-analysis/hotspots.js';
import { timeBreakdown } from './trace-analysis/time-breakdown.js';
import { diffRuns } from './trace-diff/diff-runs.js';
import { reconstructDag } from './dependency-graph/reconstruct-dag.js';
import { discoverRuntimeGpuSpecs } from './gpu-discovery/discover-runtime-gpu-specs.js';
import { analyzeThermal } from './gpu-runtime-monitor/analyze-thermal.js';
import { parseAmdSmiJson } from './gpu-runtime-monitor/parse-amd-smi-json.js';
import { parseRocmSmiJson } from './gpu-runtime-monitor/parse-rocm-smi-json.js';
import { findFusionCandidates } from './kernel-fusion/find-fusion-candidates.js';
import { fingerprint } from './trace-fingerprint/fingerprint.js';
import { analyzeKernelsByCategory } from './tracelens/analyze-kernels-by-category.js';
import { analyzeShortKernels } from './tracelens/analyze-short-kernels.js';
import { categorizeKernelName } from './tracelens/categorize-kernel-name.js';
import { computeIntervalTimeline } from './tracelens/compute-interval-timeline.js';
import { classifyOverhead as tracelensClassifyOverhead } from './tracelens/classify-overhead.js';
import { lookupMetrics } from './tracelens/lookup-metrics.js';
import { analyzePaging } from './unified-memory/analyze-paging.js';
import { nextStep } from './workflow/next-step.js';

/** Tools of the module `trace_analysis` as functions. */
export const traceAnalysis = { timeBreakdown, hotspots } as const;
/** Tools of the module `diagnosis` as functions. */
export const diagnosis = { diagnoseTrace, explainFinding } as const;
/** Tools of the module `trace_diff` as functions. */
export const traceDiff = { diffRuns } as const;
/** Tools of the module `regression` as functions. */
export const regression = { identifyHotKernels, extractKernelRuntimesFromDb, compareRuns } as const;
/** Tools of the module `bottleneck` as functions. */
export const bottleneck = { classifyFromMetrics, lookupSignatures, prioritizeByAmdahl } as const;
/** Tools of the module `topdown` as functions. */
export const topdown = { classifyOverhead: topdownClassifyOverhead } as const;
/** Tools of the module `tracelens` as functions. */
export const tracelens = {
  computeIntervalTimeline,
  analyzeKernelsByCategory,
  analyzeShortKernels,
  categorizeKernelName,
  classifyOverhead: tracelensClassifyOverhead,
  lookupMetrics,
} as const;
/** Tools of the module `dependency_graph` as functions. */
export const dependencyGraph = { reconstructDag } as const;
/** Tools of the module `kernel_fusion` as functions. */
export const kernelFusion = { findFusionCandidates } as const;
/** Tools of the module `gpu_runtime_monitor` as functions. */
export const gpuRuntimeMonitor = { parseAmdSmiJson, parseRocmSmiJson, analyzeThermal } as const;
/** Tools of the module `gpu_discovery` as functions. */
export const gpuDiscovery = { discoverRuntimeGpuSpecs } as const;
/** Tools of the module `roofline` as functions. */
export const roofline = { classify: rooflineClassify, plotPoints } as const;
/** Tools of the module `sol` as functions. */
export const sol = { sanityCheck, classifyUtilization } as const;
/** Tools of the module `arch` as functions. */
export const arch = { lookupPeaks: archLookupPeaks, lookupRidgePoint, occupancySpecsTable } as const;
/** Tools of the module `interconnect` as functions. */
export const interconnect = { lookupPeaks: interconnectLookupPeaks } as const;
/** Tools of the module `rccl_analysis` as functions. */
export const rcclAnalysis = { analyzeCollectives } as const;
/** Tools of the module `unified_memory` as functions. */
export const unifiedMemory = { analyzePaging } as const;
/** Tools of the module `occupancy` as functions. */
export const occupancy = { lookupWavesPerEu, suggestVgprReduction } as const;
/** Tools of the module `counters` as functions. */
export const counters = { lookupInfo, validateForGpu } as const;
/** Tools of the module `metrics` as functions. */
export const metrics = {
  computeGpuUtilization,
  computeL1MissRate,
  computeL2HitRate,
  computeHbmBandwidth,
  computeLatency,
} as const;
/** Tools of the module `memory` as functions. */
export const memory = { classifyCachePerformance } as const;
/** Tools of the module `att` as functions. */
export const att = { classifyStallReason, classifyStallRatio } as const;
/** Tools of the module `compute_techniques` as functions. */
export const computeTechniques = { catalog: computeTechniquesCatalog } as const;
/** Tools of the module `memory_techniques` as functions. */
export const memoryTechniques = { catalog: memoryTechniquesCatalog } as const;
/** Tools of the module `latency_techniques` as functions. */
export const latencyTechniques = { catalog: latencyTechniquesCatalog } as const;
/** Tools of the module `compiler` as functions. */
export const compiler = { lookupFlags, explainFlag } as const;
/** Tools of the module `pragma` as functions. */
export const pragma = { lookupPragmas, explainPragma, suggestPragmasForKernel } as const;
/** Tools of the module `predict_impact` as functions. */
export const predictImpact = { listSupportedChanges, predictChangeImpact, explainPrediction } as const;
/** Tools of the module `profiling` as functions. */
export const profiling = { fillGap } as const;
/** Tools of the module `workflow` as functions. */
export const workflow = { nextStep } as const;
/** Tools of the module `trace_fingerprint` as functions. */
export const traceFingerprint = { fingerprint } as const;
/** Tools of the module `plateau` as functions. */
export const plateau = { check: plateauCheck } as const;
/** Tools of the module `intent` as functions. */
export const intent = { classify: intentClassify } as const;
/** Tools of the module `tasks` as functions. They write to the state folder. */
export const tasks = { create, next, update, close, queryByKernel, show } as const;
/** Tools of the module `profile_runner` as functions. They run programs. */
export const profileRunner = { run } as const;
/** Tools of the module `compile_runner` as functions. They run a compiler and write its output. */
export const compileRunner = { build } as const;
/** Tools of the module `patch_mgr` as functions. They write files of a project. */
export const patchMgr = { apply, revert, verifyOutput } as const;
/** Tools of the module `anchors` as functions. They run the tests of a project. */
export const anchors = { check: anchorsCheck } as const;
