import type { TraceFileLayout } from './writers/trace-writer.js';

/** How large a generated recording is, and what happens in it. Everything may be left out. */
export interface GenerateTraceOptions {
  /** Where to write the (first) file. Default: in a new temporary folder. */
  readonly path?: string;
  /** Default `3.0`. */
  readonly layout?: TraceFileLayout;
  /** Whether all processes share a file or have one each. Default `one`, but `per-process` for layout `rpd`. */
  readonly files?: 'one' | 'per-process';
  /** Equal seeds and options give files of equal bytes. Default 1. */
  readonly seed?: number;
  /** Added to every time. Default 13,386,742,000,000,000: a boot-time clock beyond 2^53, as long-running machines have. */
  readonly timeOffsetNs?: bigint;
  /** Ranks: processes with one GPU each. Default 1. */
  readonly processes?: number;
  /** Ranks on one machine; each further machine has a clock of its own. Default 8. */
  readonly processesPerNode?: number;
  /** Dispatches of each process. Default 10,000. */
  readonly dispatches?: number;
  /** API calls per dispatch, the launch included. Default 2. */
  readonly regionsPerDispatch?: number;
  /** Distinct kernels, launched with the frequencies of Zipf's law. Default 100. */
  readonly kernelNames?: number;
  /** Exponent of Zipf's law. Default 1.1. */
  readonly zipfExponent?: number;
  /** Median of the log-normal run times. Default 10,000. */
  readonly medianKernelNs?: number;
  /** Median of a launch call and of the host's work between launches. Default 3500 and 1500. */
  readonly launchNs?: number;
  readonly launchGapNs?: number;
  /** Streams that kernels take turns on. Default 1. */
  readonly computeStreams?: number;
  /** Dispatches per step of the program. Default 1000. */
  readonly dispatchesPerStep?: number;
  /** RCCL all-reduces per step. Default 4 with several processes, else 0. */
  readonly collectivesPerStep?: number;
  /** Bytes of one all-reduce. Default 32 MiB. */
  readonly collectiveBytes?: number;
  /** Copies per step: uploads, the last one a small download that blocks. Default 2. */
  readonly copiesPerStep?: number;
  /** Bytes of an upload. Default 8 MiB. */
  readonly copyBytes?: number;
  /** Marker ranges around steps and their phases. Default true. */
  readonly markers?: boolean;
  /** Counter names with a value on some dispatches. Default none. */
  readonly counters?: readonly string[];
  /** Values per counter and dispatch, one per hardware instance. Default 1. */
  readonly counterInstances?: number;
  /** One dispatch in so many has counters. Default 1. */
  readonly counterEvery?: number;
  /** One rank whose kernels take longer by a factor. Default none. */
  readonly slowRank?: { readonly rank: number; readonly factor: number };
}
