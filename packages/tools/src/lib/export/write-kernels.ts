import { categorizeKernelName } from '@perfxpert/knowledge';
import type { LaunchShape } from '@perfxpert/rocpd';
import { collectiveOpOfKernel } from '../facts/communication/collective-op.js';
import { DispatchCounters } from './dispatch-counters.js';
import type { LaunchLinks } from './launch-links.js';
import { isFull } from './process-writing.js';
import type { ProcessWriting } from './process-writing.js';
import type { TrackRow } from './track-book.js';

/** Kernels by stream (by queue where no stream is recorded), with their launch and counters. */
export async function writeKernels(writing: ProcessWriting, links: LaunchLinks): Promise<void> {
  const { columns, shiftNs, gpu, processIndex, sink, book, counts } = writing;
  const { dispatches, kernels } = columns;
  const collectives = kernels.map(({ name }) => collectiveOf(name));
  const byStreams = dispatches.streams.some((stream) => stream >= 0);
  const shapes = dispatches.shapes.map(shapeValues);
  const counters = new DispatchCounters(writing);
  const placeCount = byStreams ? dispatches.streams.length : dispatches.queues.length;
  /** By agent and stream (or queue). */
  const lanes: TrackRow[] = [];
  for (let row = 0; row < dispatches.count; row++) {
    const agent = dispatches.agent[row] ?? 0;
    const group = gpu(agent);
    const kernel = dispatches.kernel[row] ?? 0;
    const stream = dispatches.streams[dispatches.stream[row] ?? 0] ?? -1;
    const queue = dispatches.queues[dispatches.queue[row] ?? 0] ?? -1;
    const place = byStreams ? stream : queue;
    const start = (dispatches.startNs[row] ?? 0) + shiftNs;
    const end = (dispatches.endNs[row] ?? 0) + shiftNs;
    const placeIndex = (byStreams ? dispatches.stream[row] : dispatches.queue[row]) ?? 0;
    const lane = (lanes[agent * placeCount + placeIndex] ??= book.row(group, `kernels/${place}`, () => ({
      name: `${byStreams ? 'stream' : 'queue'} ${place < 0 ? 'unknown' : place}`,
      tid: null,
      nests: false,
    })));
    const stackId = dispatches.stackId[row] ?? 0;
    const values: [string, string | number][] = [
      ['stream', stream],
      ['queue', queue],
      ...(shapes[dispatches.shape[row] ?? 0] ?? []),
      ['stack_id', stackId],
    ];
    const collective = collectives[kernel] ?? null;
    if (collective !== null) values.push(['collective', collective]);
    values.push(...counters.valuesOf(row, group, start, end));
    const isLinked = links.hasCall(stackId);
    if (isLinked) counts.flows++;
    sink.slice(
      book.place(lane, start, end),
      start,
      end,
      kernels[kernel]?.name ?? 'unnamed kernel',
      collective === null ? 'kernel' : 'kernel,collective',
      values,
      isLinked ? { processIndex, stackId, isSource: false } : null,
    );
    counts.kernels++;
    if (isFull(sink)) await writing.flush();
  }
}

function shapeValues({ workgroup, grid, ldsBytes, scratchBytes }: LaunchShape): [string, string | number][] {
  return [
    ['workgroup', workgroup?.join('x') ?? 'unknown'],
    ['grid', grid?.join('x') ?? 'unknown'],
    ['lds_bytes', ldsBytes ?? 'unknown'],
    ['scratch_bytes', scratchBytes ?? 'unknown'],
  ];
}

/** Operation of a communication kernel; null for the others. */
function collectiveOf(kernelName: string): string | null {
  return categorizeKernelName(kernelName) === 'NCCL' ? collectiveOpOfKernel(kernelName) : null;
}
