import type { Recording, Span } from './recording.js';

/** Exact nanoseconds over the window from the first start to the last end of kernels and copies. */
export interface Partition {
  readonly wall_ns: number;
  /** Union of kernels, those of collectives included. */
  readonly compute_ns: number;
  /** Copies outside kernels. */
  readonly copy_exposed_ns: number;
  readonly copy_hidden_ns: number;
  readonly gpu_busy_ns: number;
  readonly idle_ns: number;
  /** Calls outside GPU work; markers are no calls. */
  readonly api_exposed_ns: number;
  readonly idle_other_ns: number;
  readonly kernel_sum_ns: number;
  readonly copy_sum_ns: number;
}

/** The parts of the window of a recording. compute + copy_exposed + api_exposed + idle_other = wall. */
export function partitionOf(kernels: readonly Span[], copies: readonly Span[], calls: readonly Span[]): Partition {
  const work = [...kernels, ...copies];
  const startNs = work.reduce((least, span) => Math.min(least, span.startNs), Infinity);
  const endNs = work.reduce((most, span) => Math.max(most, span.endNs), -Infinity);
  const inWindow = calls
    .map((span) => ({ startNs: Math.max(span.startNs, startNs), endNs: Math.min(span.endNs, endNs) }))
    .filter((span) => span.endNs > span.startNs);
  const compute = unionNs(kernels);
  const busy = unionNs(work);
  const covered = unionNs([...work, ...inWindow]);
  const wall = endNs - startNs;
  const copySum = sumNs(copies);
  return {
    wall_ns: wall,
    compute_ns: compute,
    copy_exposed_ns: busy - compute,
    copy_hidden_ns: copySum - (busy - compute),
    gpu_busy_ns: busy,
    idle_ns: wall - busy,
    api_exposed_ns: covered - busy,
    idle_other_ns: wall - covered,
    kernel_sum_ns: sumNs(kernels),
    copy_sum_ns: copySum,
  };
}

/** The same of a whole recording. */
export function partitionOfRecording(recording: Recording): Partition {
  const calls = recording.regions.filter((region) => region.kind !== 'marker');
  return partitionOf(recording.kernels, recording.copies, calls);
}

/** Length of the union of spans. */
export function unionNs(spans: readonly Span[]): number {
  const ordered = [...spans].sort((left, right) => left.startNs - right.startNs);
  let total = 0;
  let reached = -Infinity;
  for (const { startNs, endNs } of ordered) {
    if (endNs <= reached) continue;
    total += endNs - Math.max(startNs, reached);
    reached = endNs;
  }
  return total;
}

function sumNs(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.endNs - span.startNs, 0);
}
