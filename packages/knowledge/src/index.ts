export { KnowledgeError, unknownIdError, type KnowledgeErrorCode } from './errors.js';
export { isInGfxGroup, normalizeGfxId } from './gfx-id.js';
export {
  MATRIX_DTYPES,
  VECTOR_DTYPES,
  gpuSpecsCatalogue,
  isKnownGfxId,
  listGfxIds,
  resolveArch,
  type GpuArch,
  type GpuSkuSpec,
  type GpuSpecs,
  type MatrixDtype,
  type VectorDtype,
} from './gpu-specs.js';
export { listSkus, lookupGpu, type Gpu, type GpuHints, type GpuSku, type OpsPerCuPerClock } from './gpu-lookup.js';
export {
  GPU_DTYPES,
  customaryUnit,
  isGpuDtype,
  memoryBandwidthGbps,
  peakTflops,
  ridgePoint,
  type ComputeUnit,
  type GpuDtype,
} from './gpu-peaks.js';
export {
  occupancyRules,
  occupancyTablesCatalogue,
  wavesByVgprs,
  type OccupancyRules,
  type OccupancyTables,
} from './occupancy-tables.js';
export { evaluateFormula, formulaInputs, parseFormula, type Formula, type InputValue } from './formula.js';
export {
  FORMULA_FACTS,
  derivedMetricFormula,
  derivedMetrics,
  derivedMetricsCatalogue,
  evaluateDerivedMetric,
  findDerivedMetric,
  type DerivedMetric,
  type DerivedMetrics,
} from './derived-metrics.js';
export {
  counterNamesCatalogue,
  findCounterName,
  listCounterNames,
  type CounterNameEntry,
  type CounterNames,
} from './counter-names.js';
export {
  counterCatalogue,
  findCounterDescription,
  invalidCounterNames,
  type CounterCatalog,
  type CounterDescription,
} from './counter-catalog.js';
export {
  counterAliases,
  counterBlock,
  counterInfo,
  isCounterAvailable,
  splitCounterName,
  type CounterInfo,
  type CounterNameParts,
  type CounterReduction,
} from './counters.js';
export {
  pmcBlockLimit,
  pmcErrorCode,
  pmcLimits,
  pmcLimitsCatalogue,
  type PmcLimits,
  type PmcLimitsData,
} from './pmc-limits.js';
export {
  MAX_CATEGORIZED_CHARACTERS,
  categorizeKernelName,
  kernelCategories,
  kernelCategoryNames,
  tracelensMetricsCatalogue,
  type TracelensMetrics,
} from './tracelens-metrics.js';
export {
  collectivePeakGbps,
  interconnect,
  interconnectSpecsCatalogue,
  listInterconnectIds,
  networkAdapter,
  publishedInterconnectPeaks,
  type Interconnect,
  type InterconnectSpecs,
  type PublishedInterconnectPeaks,
} from './interconnect-specs.js';
export {
  gradeMetric,
  metricThresholds,
  metricThresholdsCatalogue,
  wavesPerCuThresholds,
  type GradedMetric,
  type MetricGrade,
  type MetricLevels,
  type MetricThresholds,
} from './metric-thresholds.js';
export {
  profilingGoals,
  profilingLadder,
  profilingWorkflowCatalogue,
  workflowTransition,
  type LadderStep,
  type ProfilingWorkflow,
  type WorkflowTransition,
} from './profiling-workflow.js';
export {
  ASSUMED_ROCM_RELEASE,
  explainNotAnOption,
  findRocprofv3Option,
  isOptionInRelease,
  rocprofv3AggregateMembers,
  rocprofv3Options,
  rocprofv3OptionsCatalogue,
  type Rocprofv3Option,
  type Rocprofv3OptionsData,
} from './rocprofv3-options.js';
