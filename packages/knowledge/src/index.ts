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
