import type { DispatchColumns } from '@perfxpert/rocpd';
import { numberPairs } from '../facts/dense-pairs.js';

/** Dispatches by the queue and stream of the device that they ran on. */
export interface LaunchOrder {
  /** Rows, lane by lane, in order of start within each. */
  readonly rows: Uint32Array;
  /** First place of each lane in `rows`; one more entry closes the last. */
  readonly offsets: Uint32Array;
}

/** Deals the dispatches of a process out to lanes of (agent, queue, stream). Linear. */
export function dealIntoLanes(dispatches: DispatchColumns, agentLimit: number): LaunchOrder {
  const { count } = dispatches;
  const queues = numberPairs({
    count,
    first: dispatches.agent,
    firstLimit: agentLimit,
    second: dispatches.queue,
    secondLimit: Math.max(1, dispatches.queues.length),
  });
  const lanes = numberPairs({
    count,
    first: queues.idOfRow,
    firstLimit: Math.max(1, queues.first.length),
    second: dispatches.stream,
    secondLimit: Math.max(1, dispatches.streams.length),
  });
  const offsets = new Uint32Array(lanes.first.length + 1);
  for (let row = 0; row < count; row++) {
    const next = (lanes.idOfRow[row] ?? 0) + 1;
    offsets[next] = (offsets[next] ?? 0) + 1;
  }
  for (let lane = 1; lane < offsets.length; lane++) offsets[lane] = (offsets[lane] ?? 0) + (offsets[lane - 1] ?? 0);
  const filled = offsets.slice();
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const lane = lanes.idOfRow[row] ?? 0;
    const place = filled[lane] ?? 0;
    rows[place] = row;
    filled[lane] = place + 1;
  }
  return { rows, offsets };
}
