import type { ProcessColumns } from '@perfxpert/rocpd';
import type { DeviceTimeline } from './device-timeline.js';

/**
 * What the stage of one process hands to every section: its columns, and the device timelines computed once from
 * them. A section has two functions: `collect<Section>(stage)` returns its part as plain data (small, or typed
 * arrays), `merge<Section>(parts, context)` makes the report section of several parts. Columns are dropped between
 * the two, so a part may not keep references to them.
 */
export interface ProcessStage {
  /** Index of the process in `Trace.processes`. */
  readonly processIndex: number;
  readonly columns: ProcessColumns;
  /** Devices of the process that ran kernels or copies, by agent index. */
  readonly devices: readonly DeviceTimeline[];
  /** Earliest start and latest end of kernels and copies of all devices, in the frame of the columns; null without. */
  readonly window: { readonly startNs: number; readonly endNs: number } | null;
  /** 1 for kernels (index into `columns.kernels`) that are communication kernels by name (nccl, rccl, msccl). */
  readonly isCommunicationKernel: Uint8Array;
}
