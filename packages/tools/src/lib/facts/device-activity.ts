import { totalLength } from '../intervals/total-length.js';
import type { ProcessStage } from './process-stage.js';

/** What one process contributes to the merge context: where its GPU work lies and how much of it each device did. */
export interface ProcessActivity {
  /** Absolute time of zero in the process's frame. */
  readonly originNs: bigint;
  /** First start to last end of GPU work, in the process's frame; null without any. */
  readonly window: { readonly startNs: number; readonly endNs: number } | null;
  readonly devices: readonly DeviceActivity[];
}

/** Kernel work of one device of one process. */
export interface DeviceActivity {
  readonly agentIndex: number;
  readonly dispatchCount: number;
  /** Summed kernel time; overlapping kernels count twice. */
  readonly kernelTimeNs: number;
  /** Union of kernel time. */
  readonly computeNs: number;
}

/** Collects the window and the kernel time of the devices of one process. */
export function collectActivity({ columns, devices, window }: ProcessStage): ProcessActivity {
  const { startNs, endNs } = columns.dispatches;
  return {
    originNs: columns.originNs,
    window,
    devices: devices.map(({ agentIndex, dispatchRows, kernels }) => {
      let kernelTimeNs = 0;
      for (let place = 0; place < dispatchRows.length; place++) {
        const row = dispatchRows[place] ?? 0;
        kernelTimeNs += (endNs[row] ?? 0) - (startNs[row] ?? 0);
      }
      return { agentIndex, dispatchCount: dispatchRows.length, kernelTimeNs, computeNs: totalLength(kernels) };
    }),
  };
}
