import { openTrace } from '../../src/open-trace.js';
import type { OpenOptions } from '../../src/open-options.js';
import type { ProcessColumns } from '../../src/trace.js';

/** Columns of all processes of a trace, in its order; the trace is closed again. */
export async function loadAll(paths: string | readonly string[], options: OpenOptions = {}): Promise<ProcessColumns[]> {
  const trace = openTrace(paths, options);
  try {
    const loaded: ProcessColumns[] = [];
    for (const process of trace.processes) loaded.push(await trace.loadProcess(process));
    return loaded;
  } finally {
    trace.close();
  }
}

/** Columns of the only process of a trace. */
export async function loadOne(path: string, options: OpenOptions = {}): Promise<ProcessColumns> {
  const [columns, ...others] = await loadAll(path, options);
  if (columns === undefined || others.length > 0) throw new Error('not exactly one process');
  return columns;
}

/** Dispatches as rows, in order. */
export function dispatchRows({ dispatches, kernels, originNs }: ProcessColumns) {
  return Array.from({ length: dispatches.count }, (_, row) => ({
    name: kernels[dispatches.kernel[row]!]!.name,
    start: originNs + BigInt(dispatches.startNs[row]!),
    end: originNs + BigInt(dispatches.endNs[row]!),
    agent: dispatches.agent[row]!,
    stream: dispatches.streams[dispatches.stream[row]!]!,
    queue: dispatches.queues[dispatches.queue[row]!]!,
    shape: dispatches.shapes[dispatches.shape[row]!]!,
    stackId: dispatches.stackId[row]!,
  }));
}

/** Regions as rows, in order. */
export function regionRows({ regions, originNs }: ProcessColumns) {
  return Array.from({ length: regions.count }, (_, row) => ({
    name: regions.names[regions.name[row]!]!,
    start: originNs + BigInt(regions.startNs[row]!),
    end: originNs + BigInt(regions.endNs[row]!),
    category: regions.categories[regions.category[row]!]!,
    thread: regions.threads[regions.thread[row]!]!,
    stackId: regions.stackId[row]!,
  }));
}

/** Copies as rows, in order. */
export function copyRows({ copies, originNs }: ProcessColumns) {
  return Array.from({ length: copies.count }, (_, row) => ({
    name: copies.names[copies.name[row]!]!,
    start: originNs + BigInt(copies.startNs[row]!),
    end: originNs + BigInt(copies.endNs[row]!),
    bytes: copies.sizeBytes[row]!,
    source: copies.sourceAgent[row]!,
    destination: copies.destinationAgent[row]!,
    stream: copies.streams[copies.stream[row]!]!,
    stackId: copies.stackId[row]!,
  }));
}

/** Everything that a process holds, as plain values that can be compared. Details are left out: they are functions. */
export function plainColumns(columns: ProcessColumns) {
  const { originNs, kernels, samples, counters, counterInfos, badValues, dispatches, copies, regions } = columns;
  return {
    originNs,
    kernels,
    dispatches: dispatchRows(columns),
    dispatchesDropped: dispatches.dropped,
    copies: copyRows(columns),
    copiesDropped: copies.dropped,
    regions: regionRows(columns),
    regionsDropped: regions.dropped,
    samples: { count: samples.count, byCategory: [...samples.countByCategory] },
    counters: Array.from(counters.value, (value, row) => [
      counters.dispatch[row],
      counters.names[counters.name[row]!],
      value,
    ]),
    counterInfos,
    badValues: [...badValues],
  };
}
