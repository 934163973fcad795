import type { ProcessStage } from '../process-stage.js';

/** Id of rows that name no stream. */
const NO_STREAM = -1;
/** A stream with less than this share only sets something up. */
const LEAST_STREAM_FRAC = 0.05;

/** Streams with at least 5 % of the summed time of the copies of a process; copies that name none do not count. */
export function countCopyStreams({ columns: { copies } }: ProcessStage): number {
  const { count, startNs, endNs, stream, streams } = copies;
  const times = new Float64Array(streams.length);
  for (let row = 0; row < count; row++) {
    const index = stream[row] ?? 0;
    times[index] = (times[index] ?? 0) + (endNs[row] ?? 0) - (startNs[row] ?? 0);
  }
  const named = times.filter((_, index) => streams[index] !== NO_STREAM);
  const wholeNs = named.reduce((sum, ns) => sum + ns, 0);
  return named.filter((ns) => ns >= LEAST_STREAM_FRAC * wholeNs).length;
}
