import type { Tool } from '../tool/define-tool.js';
import { checkTool as anchorsCheckTool } from './anchors/check.js';
import { lookupPeaksTool as archLookupPeaksTool } from './arch/lookup-peaks.js';
import { lookupRidgePointTool } from './arch/lookup-ridge-point.js';
import { occupancySpecsTableTool } from './arch/occupancy-specs-table.js';
import { classifyStallRatioTool } from './att/classify-stall-ratio.js';
import { classifyStallReasonTool } from './att/classify-stall-reason.js';
import { classifyFromMetricsTool } from './bottleneck/classify-from-metrics.js';
import { lookupSignaturesTool } from './bottleneck/lookup-signatures.js';
import { prioritizeByAmdahlTool } from './bottleneck/prioritize-by-amdahl.js';
import { buildTool } from './compile-runner/build.js';
import { explainFlagTool } from './compiler/explain-flag.js';
import { lookupFlagsTool } from './compiler/lookup-flags.js';
import { catalogTool as computeTechniquesCatalogTool } from './compute-techniques/catalog.js';
import { lookupInfoTool } from './counters/lookup-info.js';
import { validateForGpuTool } from './counters/validate-for-gpu.js';
import { classifyTool as intentClassifyTool } from './intent/classify.js';
import { lookupPeaksTool as interconnectLookupPeaksTool } from './interconnect/lookup-peaks.js';
import { catalogTool as latencyTechniquesCatalogTool } from './latency-techniques/catalog.js';
import { catalogTool as memoryTechniquesCatalogTool } from './memory-techniques/catalog.js';
import { classifyCachePerformanceTool } from './memory/classify-cache-performance.js';
import { computeGpuUtilizationTool } from './metrics/compute-gpu-utilization.js';
import { computeHbmBandwidthTool } from './metrics/compute-hbm-bandwidth.js';
import { computeL1MissRateTool } from './metrics/compute-l1-miss-rate.js';
import { computeL2HitRateTool } from './metrics/compute-l2-hit-rate.js';
import { computeLatencyTool } from './metrics/compute-latency.js';
import { lookupWavesPerEuTool } from './occupancy/lookup-waves-per-eu.js';
import { suggestVgprReductionTool } from './occupancy/suggest-vgpr-reduction.js';
import { applyTool } from './patch-mgr/apply.js';
import { revertTool } from './patch-mgr/revert.js';
import { verifyOutputTool } from './patch-mgr/verify-output.js';
import { checkTool as plateauCheckTool } from './plateau/check.js';
import { explainPragmaTool } from './pragma/explain-pragma.js';
import { lookupPragmasTool } from './pragma/lookup-pragmas.js';
import { suggestPragmasForKernelTool } from './pragma/suggest-pragmas-for-kernel.js';
import { explainPredictionTool } from './predict-impact/explain-prediction.js';
import { listSupportedChangesTool } from './predict-impact/list-supported-changes.js';
import { predictChangeImpactTool } from './predict-impact/predict-change-impact.js';
import { runTool } from './profile-runner/run.js';
import { diagnoseTraceTool } from './diagnosis/diagnose-trace.js';
import { explainFindingTool } from './diagnosis/explain-finding.js';
import { fillGapTool } from './profiling/fill-gap.js';
import { compareRunsTool } from './regression/compare-runs.js';
import { extractKernelRuntimesFromDbTool } from './regression/extract-kernel-runtimes-from-db.js';
import { identifyHotKernelsTool } from './regression/identify-hot-kernels.js';
import { analyzeCollectivesTool } from './rccl-analysis/analyze-collectives.js';
import { classifyTool as rooflineClassifyTool } from './roofline/classify.js';
import { plotPointsTool } from './roofline/plot-points.js';
import { classifyUtilizationTool } from './sol/classify-utilization.js';
import { sanityCheckTool } from './sol/sanity-check.js';
import { closeTool } from './tasks/close.js';
import { createTool } from './tasks/create.js';
import { nextTool } from './tasks/next.js';
import { queryByKernelTool } from './tasks/query-by-kernel.js';
import { showTool } from './tasks/show.js';
import { updateTool } from './tasks/update.js';
import { classifyOverheadTool as topdownClassifyOverheadTool } from './topdown/classify-overhead.js';
import { hotspotsTool } from './trace-analysis/hotspots.js';
import { timeBreakdownTool } from './trace-analysis/time-breakdown.js';
import { diffRunsTool } from './trace-diff/diff-runs.js';
import { reconstructDagTool } from './dependency-graph/reconstruct-dag.js';
import { discoverRuntimeGpuSpecsTool } from './gpu-discovery/discover-runtime-gpu-specs.js';
import { analyzeThermalTool } from './gpu-runtime-monitor/analyze-thermal.js';
import { parseAmdSmiJsonTool } from './gpu-runtime-monitor/parse-amd-smi-json.js';
import { parseRocmSmiJsonTool } from './gpu-runtime-monitor/parse-rocm-smi-json.js';
import { findFusionCandidatesTool } from './kernel-fusion/find-fusion-candidates.js';
import { fingerprintTool } from './trace-fingerprint/fingerprint.js';
import { analyzeKernelsByCategoryTool } from './tracelens/analyze-kernels-by-category.js';
import { analyzeShortKernelsTool } from './tracelens/analyze-short-kernels.js';
import { categorizeKernelNameTool } from './tracelens/categorize-kernel-name.js';
import { computeIntervalTimelineTool } from './tracelens/compute-interval-timeline.js';
import { classifyOverheadTool as tracelensClassifyOverheadTool } from './tracelens/classify-overhead.js';
import { lookupMetricsTool } from './tracelens/lookup-metrics.js';
import { analyzePagingTool } from './unified-memory/analyze-paging.js';
import { nextStepTool } from './workflow/next-step.js';

/** Every tool, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  timeBreakdownTool,
  hotspotsTool,
  diagnoseTraceTool,
  explainFindingTool,
  diffRunsTool,
  identifyHotKernelsTool,
  extractKernelRuntimesFromDbTool,
  compareRunsTool,
  classifyFromMetricsTool,
  lookupSignaturesTool,
  prioritizeByAmdahlTool,
  topdownClassifyOverheadTool,
  computeIntervalTimelineTool,
  analyzeKernelsByCategoryTool,
  analyzeShortKernelsTool,
  categorizeKernelNameTool,
  tracelensClassifyOverheadTool,
  lookupMetricsTool,
  reconstructDagTool,
  findFusionCandidatesTool,
  rooflineClassifyTool,
  plotPointsTool,
  sanityCheckTool,
  classifyUtilizationTool,
  archLookupPeaksTool,
  lookupRidgePointTool,
  occupancySpecsTableTool,
  interconnectLookupPeaksTool,
  analyzeCollectivesTool,
  analyzePagingTool,
  parseAmdSmiJsonTool,
  parseRocmSmiJsonTool,
  analyzeThermalTool,
  discoverRuntimeGpuSpecsTool,
  lookupWavesPerEuTool,
  suggestVgprReductionTool,
  lookupInfoTool,
  validateForGpuTool,
  computeGpuUtilizationTool,
  computeL1MissRateTool,
  computeL2HitRateTool,
  computeHbmBandwidthTool,
  computeLatencyTool,
  classifyCachePerformanceTool,
  classifyStallReasonTool,
  classifyStallRatioTool,
  computeTechniquesCatalogTool,
  memoryTechniquesCatalogTool,
  latencyTechniquesCatalogTool,
  lookupFlagsTool,
  explainFlagTool,
  lookupPragmasTool,
  explainPragmaTool,
  suggestPragmasForKernelTool,
  listSupportedChangesTool,
  predictChangeImpactTool,
  explainPredictionTool,
  fillGapTool,
  nextStepTool,
  fingerprintTool,
  plateauCheckTool,
  intentClassifyTool,
  createTool,
  nextTool,
  updateTool,
  closeTool,
  queryByKernelTool,
  showTool,
  runTool,
  buildTool,
  applyTool,
  revertTool,
  verifyOutputTool,
  anchorsCheckTool,
];
