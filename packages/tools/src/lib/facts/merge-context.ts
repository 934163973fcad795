import type { TraceProcess } from '@perfxpert/rocpd';
import type { IdleCauses } from '../../schemas/idle-causes.js';
import type { FactsOptions, TraceDevice } from './trace-facts.js';

/** Processes of one machine whose spans of GPU work overlap or touch: they share one window. */
export interface ProcessGroup {
  readonly processIndices: readonly number[];
  /** Length of the group's window, nanoseconds. */
  readonly wallNs: number;
  /** Window in the frame of each process (same order as `processIndices`): time of the process's columns. */
  readonly windows: readonly { readonly startNs: number; readonly endNs: number }[];
  /** Devices of the group, as indices into `MergeContext.devices`. */
  readonly deviceIndices: readonly number[];
}

/** What the merge of every section may use beside its own parts. `parts[i]` belongs to `processes[i]`. */
export interface MergeContext {
  readonly processes: readonly TraceProcess[];
  readonly devices: readonly TraceDevice[];
  /** Index into `devices` by process index and agent index. */
  deviceIndex(processIndex: number, agentIndex: number): number;
  /** Groups with GPU work; a process without any belongs to none. */
  readonly groups: readonly ProcessGroup[];
  /** Windows of all groups added up; 0 without GPU work. */
  readonly wallNs: number;
  /** Summed kernel time. */
  readonly kernelTimeNs: number;
  /** Union of kernels per device, added over devices. */
  readonly computeNs: number;
  /** Device with the most kernel time, as an index into `devices`; null without kernels. Ties: the first. */
  readonly mainDevice: number | null;
  /** Kernels that resources are given for, in this order; left out: those with the most time. */
  readonly shownKernels?: readonly string[];
  /** Why devices were idle, for the ranks; left out: not known. */
  readonly idleCauses?: IdleCauses | null;
  readonly options: Required<Pick<FactsOptions, 'topKernels' | 'minDurationNs'>>;
}
