export { RocpdError } from './errors.js';
export type { RocpdErrorCode } from './errors.js';
export type {
  LoadOptions,
  ProcessColumns,
  RegionDetails,
  Trace,
  TraceAgent,
  TraceCounter,
  TraceFile,
  TraceKernel,
  TraceLayout,
  TraceNode,
  TraceProcess,
} from './trace.js';
export type {
  CopyColumns,
  CounterColumns,
  DispatchColumns,
  DroppedRows,
  LaunchShape,
  RegionColumns,
  SampleSummary,
} from './columns.js';
