import type { TraceAgent } from '@perfxpert/rocpd';
import { agentName } from '../facts/agent-name.js';
import { copyDirectionOf } from '../facts/copies/copy-direction.js';
import type { LaunchLinks } from './launch-links.js';
import { isFull } from './process-writing.js';
import type { ProcessWriting } from './process-writing.js';

/** Copies by stream of the GPU that they go to, else come from; of the host where neither end is one. */
export async function writeCopies(writing: ProcessWriting, links: LaunchLinks): Promise<void> {
  const { columns, shiftNs, gpu, host, processIndex, sink, book, counts } = writing;
  const { copies, process } = columns;
  const { agents } = process;
  for (let row = 0; row < copies.count; row++) {
    const from = copies.sourceAgent[row] ?? agents.length;
    const to = copies.destinationAgent[row] ?? agents.length;
    const device = [to, from].find((index) => agents[index]?.type === 'GPU');
    const stream = copies.streams[copies.stream[row] ?? 0] ?? -1;
    const start = (copies.startNs[row] ?? 0) + shiftNs;
    const end = (copies.endNs[row] ?? 0) + shiftNs;
    const group = device === undefined ? host : gpu(device);
    const lane = book.row(group, `copies/${stream}`, () => ({
      name: stream < 0 ? 'copies' : `copies, stream ${stream}`,
      tid: null,
      nests: false,
    }));
    const direction = copyDirectionOf(agents[from], agents[to], copies.names[copies.name[row] ?? 0] ?? '');
    const bytes = copies.sizeBytes[row] ?? Number.NaN;
    const stackId = copies.stackId[row] ?? 0;
    const isLinked = links.hasCall(stackId);
    if (isLinked) counts.flows++;
    sink.slice(
      book.place(lane, start, end),
      start,
      end,
      direction,
      'copy',
      [
        ['bytes', bytes > 0 ? bytes : 'unknown'],
        ['from', nameOf(agents[from])],
        ['to', nameOf(agents[to])],
        ['stream', stream],
        ['stack_id', stackId],
      ],
      isLinked ? { processIndex, stackId, isSource: false } : null,
    );
    counts.copies++;
    if (isFull(sink)) await writing.flush();
  }
}

function nameOf(agent: TraceAgent | undefined): string {
  return agent === undefined ? 'unknown' : agentName(agent);
}
