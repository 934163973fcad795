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
export { checkCondition, type Condition, type ConditionOutcome } from './condition.js';
export { amdahlPriority, amdahlThresholdsCatalogue, type AmdahlThresholds } from './amdahl-thresholds.js';
export { attFormatCatalogue, stallRatioSeverity, type AttFormat, type StallSeverity } from './att-format.js';
export {
  attentionConditions,
  attentionPatterns,
  attentionPatternsCatalogue,
  type AttentionPattern,
  type AttentionPatterns,
} from './attention-patterns.js';
export {
  bottleneckType,
  bottleneckTypes,
  bottleneckTypesCatalogue,
  type BottleneckType,
  type BottleneckTypes,
} from './bottleneck-types.js';
export {
  changeImpactModels,
  changeImpactModelsCatalogue,
  conservativeSpeedupRange,
  findChangeImpactModel,
  type ChangeImpactModel,
  type ChangeImpactModels,
} from './change-impact-models.js';
export {
  compilerFlags,
  compilerFlagsCatalogue,
  compilerFlagsFor,
  findCompilerFlag,
  type AllowedCompilerFlag,
  type CompilerFlag,
  type CompilerFlags,
} from './compiler-flags.js';
export { envVarsCatalogue, findEnvironmentVariable, type EnvVars, type EnvironmentVariable } from './env-vars.js';
export { fusionPatterns, fusionPatternsCatalogue, type FusionPattern, type FusionPatterns } from './fusion-patterns.js';
export {
  estimatedOpsPerMatrixInstruction,
  matrixInstructions,
  matrixInstructionsCatalogue,
  type MatrixInstruction,
  type MatrixInstructions,
} from './matrix-instructions.js';
export { matrixMeterCatalogue, matrixShareBand, type MatrixMeter } from './matrix-meter.js';
export {
  cacheHitSeverity,
  memoryChainRules,
  memoryHierarchyCatalogue,
  type CacheSeverity,
  type MemoryChainRule,
  type MemoryHierarchy,
} from './memory-hierarchy.js';
export {
  findUnifiedMemoryPattern,
  memoryPatternsCatalogue,
  type MemoryPatterns,
  type UnifiedMemoryPattern,
} from './memory-patterns.js';
export {
  findOptimizationTechnique,
  optimizationTechniques,
  optimizationTechniquesCatalogue,
  type OptimizationTechnique,
  type OptimizationTechniques,
} from './optimization-techniques.js';
export {
  isStochasticInterval,
  pcSamplingCatalogue,
  stallReason,
  type PcSampling,
  type StallReason,
} from './pc-sampling.js';
export {
  allowedPragmas,
  pragma,
  pragmas,
  pragmasCatalogue,
  type AllowedPragma,
  type Pragma,
  type Pragmas,
} from './pragmas.js';
export {
  expectedImpact,
  findProvenOptimization,
  provenOptimizations,
  provenOptimizationsCatalogue,
  provenOptimizationsFor,
  type OptimizationCategory,
  type ProvenOptimization,
  type ProvenOptimizations,
} from './proven-optimizations.js';
export {
  kernelTypePeak,
  listKernelTypes,
  solMetricsCatalogue,
  utilizationCategory,
  type SolMetrics,
} from './sol-metrics.js';
export { topdownCatalogue, topdownRedFlags, type RedFlag, type Topdown } from './topdown.js';
export { findVllmParameter, vllmRocmApiCatalogue, type VllmParameter, type VllmRocmApi } from './vllm-rocm-api.js';
