export { openTrace } from './open-trace.js';
export type { OpenOptions } from './open-options.js';
export { isMarkerCategory } from './load/marker-category.js';
export { readFlatKernels } from './flat/read-flat-kernels.js';
export type { FlatKernels } from './flat/read-flat-kernels.js';
export { RocpdError } from './errors.js';
export type { RocpdErrorCode } from './errors.js';
export type {
  CopyDetails,
  LoadOptions,
  PointDetails,
  PointReading,
  ProcessColumns,
  RegionDetails,
  Trace,
  TraceAgent,
  TraceCounter,
  TraceFile,
  TraceKernel,
  TraceLayout,
  TraceNode,
  TracePoint,
  TraceProcess,
} from './trace.js';
export type {
  CopyColumns,
  CounterColumns,
  DispatchColumns,
  DroppedRows,
  IdArray,
  IndexArray,
  LaunchShape,
  RegionColumns,
  SampleSummary,
} from './columns.js';
