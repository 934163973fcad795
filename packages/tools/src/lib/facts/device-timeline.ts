import type { IntervalList } from '../intervals/interval-list.js';

/** The merged intervals of one device of one process. Touching intervals are one; zero-length ones are left out. */
export interface DeviceTimeline {
  /** Index into `TraceProcess.agents`; `agents.length` for an agent without a row. */
  readonly agentIndex: number;
  /** Rows of the dispatch columns on this device, in order of (start, end). */
  readonly dispatchRows: Uint32Array;
  /** Rows of the copy columns that belong to this device (destination if that is a GPU, else source). */
  readonly copyRows: Uint32Array;
  readonly kernels: IntervalList;
  /** Kernels that are no communication kernels. Same object as `kernels` where there are none. */
  readonly computeKernels: IntervalList;
  readonly copies: IntervalList;
  /** Union of kernels and copies. */
  readonly busy: IntervalList;
}
