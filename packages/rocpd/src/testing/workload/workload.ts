import type { Random } from '../random.js';
import type { KernelSymbol, Size3 } from '../writers/trace-writer.js';

/** A counter and how its value per dispatch comes about. */
export interface CounterModel {
  readonly name: string;
  /** Hardware instances, each of which gets the value. */
  readonly instances: number;
  /** Part that is equal for all dispatches. */
  readonly perDispatch: number;
  /** Part that grows with run time. */
  readonly perNs: number;
}

/** A kind of kernel: one symbol, one launch shape, one distribution of run times. */
export interface KernelKind {
  readonly symbol: KernelSymbol;
  readonly workgroup: Size3;
  /** Work-items. */
  readonly grid: Size3;
  readonly ldsBytes: number;
  /** Median of the log-normal run time, and the standard deviation of its logarithm. */
  readonly medianNs: number;
  readonly sigma: number;
  /** Name of the call that launches it. */
  readonly launchCall: string;
  readonly counters: readonly CounterModel[];
}

/** What a process does next. Everything happens in the order of the host's program. */
export type StepAction =
  /** Launches kernels on the compute streams, one after the other: those named, else `count` picked ones. */
  | { readonly kind: 'kernels'; readonly count: number; readonly only: readonly number[] | null }
  /**
   * Copies between host and GPU. `ordered` and `blocking` ones take their turn on the compute stream, the latter hold
   * the host until they are done; `overlapped` ones go to a stream of their own.
   */
  | {
      readonly kind: 'copy';
      readonly direction: 'to_device' | 'to_host';
      readonly bytes: number;
      readonly mode: 'ordered' | 'overlapped' | 'blocking';
    }
  /** Reduces data over all ranks, on a stream of its own, once the compute stream has come here. */
  | { readonly kind: 'collective'; readonly bytes: number }
  /** Makes the compute stream wait for the collectives. */
  | { readonly kind: 'wait_collectives' }
  /** The host does something else. */
  | { readonly kind: 'pause'; readonly ns: number }
  /** The host waits for the GPU. */
  | { readonly kind: 'synchronize' }
  /** Opens a marker range; `{step}` in the text becomes the number of the step. */
  | { readonly kind: 'push'; readonly message: string }
  | { readonly kind: 'pop' };

/** A program that repeats a step until it has launched a number of kernels. */
export interface Workload {
  readonly kinds: readonly KernelKind[];
  /** The kernel of a collective. */
  readonly collectiveKind: KernelKind;
  /** Picks the next kernel as an index of `kinds`. */
  readonly pick: (random: Random) => number;
  readonly step: readonly StepAction[];
  /** Dispatches per process, collectives included. */
  readonly dispatches: number;
  /** API calls per dispatch, the launch included; at least 1. */
  readonly callsPerDispatch: number;
  /** Median time of a launch call, and of the host's own work between two launches. */
  readonly launchNs: number;
  readonly launchGapNs: number;
  readonly computeStreams: number;
  /** One dispatch in so many has counters; 0 for none. */
  readonly counterEvery: number;
  /** Run time of this rank's kernels is multiplied by the factor: a straggler. */
  readonly slowRank: { readonly rank: number; readonly factor: number } | null;
}
