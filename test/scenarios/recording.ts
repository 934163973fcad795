import type { KernelModel } from './kernel-model.js';
import type { Part } from './parts.js';

/** Direction of a copy. */
export type Direction = 'host_to_device' | 'device_to_host';

/** Start and end in whole ns since the start of the simulation. */
export interface Span {
  readonly startNs: number;
  readonly endNs: number;
}

/** A dispatch; `model` is null for kernels of collectives. */
export interface RecordedKernel extends Span {
  readonly name: string;
  readonly model: KernelModel | null;
  readonly stream: number;
  readonly stackId: number;
  /** Number of the loop step, or -1 outside the loop. */
  readonly step: number;
}

/** A copy. */
export interface RecordedCopy extends Span {
  readonly direction: Direction;
  readonly bytes: number;
  readonly stream: number;
  readonly stackId: number;
  readonly step: number;
}

/** A call of the runtime or of the communication library, or a marked range. */
export interface RecordedRegion extends Span {
  readonly kind: 'hip' | 'rccl' | 'marker';
  /** Name of the function, or text of the range. */
  readonly name: string;
  readonly stackId: number;
  readonly args: Readonly<Record<string, string | number>>;
}

/** An allocation or a release. */
export interface RecordedAllocation extends Span {
  readonly type: 'ALLOC' | 'FREE';
  readonly bytes: number;
  readonly stackId: number;
}

/** What one simulated run leaves behind. */
export interface Recording {
  readonly part: Part;
  readonly kernels: readonly RecordedKernel[];
  readonly copies: readonly RecordedCopy[];
  readonly regions: readonly RecordedRegion[];
  readonly allocations: readonly RecordedAllocation[];
  /** Ends of the loop's steps: when both the host and the GPU are done with one. */
  readonly stepEndsNs: readonly number[];
}

/** Name that the profiler gives a direction. */
export function copyName(direction: Direction): string {
  return direction === 'host_to_device' ? 'MEMORY_COPY_HOST_TO_DEVICE' : 'MEMORY_COPY_DEVICE_TO_HOST';
}
