import type { CopyColumns, TraceAgent } from '@perfxpert/rocpd';
import type { CopyDirection } from '../../../terms/copy-directions.js';

/** Directions by their text, first match: rocprofv3 `MEMORY_COPY_HOST_TO_DEVICE`, rocprof-sys and rpd `CopyHostToDevice`, short forms. */
const DIRECTION_BY_TEXT: readonly (readonly [CopyDirection, RegExp])[] = [
  ['Peer-to-Peer', /peer|p(2|to)p/],
  ['Host-to-Device', /host(to|2)device|h(to|2)d/],
  ['Device-to-Host', /device(to|2)host|d(to|2)h/],
  ['Device-to-Device', /device(to|2)device|d(to|2)d/],
  ['Host-to-Host', /host(to|2)host|h(to|2)h/],
];

/**
 * Direction of a copy: by the types of its ends where both are a CPU or a GPU, else by the text that the trace has for
 * it, else Unknown. Two GPUs are Peer-to-Peer; a GPU to itself is Device-to-Device.
 *
 * Names: operations of rocprofiler-sdk's `rocprofiler_memory_copy_operation_t`.
 *
 * @param source agent the bytes come from; undefined where the trace does not say.
 */
export function copyDirectionOf(
  source: TraceAgent | undefined,
  destination: TraceAgent | undefined,
  name: string,
): CopyDirection {
  const from = source?.type;
  const to = destination?.type;
  if (from === 'CPU' && to === 'GPU') return 'Host-to-Device';
  if (from === 'GPU' && to === 'CPU') return 'Device-to-Host';
  if (from === 'GPU' && to === 'GPU') return source === destination ? 'Device-to-Device' : 'Peer-to-Peer';
  if (from === 'CPU' && to === 'CPU') return 'Host-to-Host';
  return directionByText(name);
}

/** One way that copies of a process take: two ends and the direction between them. */
export interface CopyPath {
  readonly direction: CopyDirection;
  readonly source: TraceAgent | undefined;
  readonly destination: TraceAgent | undefined;
}

/** The distinct ways of a process's copies, and per copy the way it took. */
export interface CopyPaths {
  readonly paths: readonly CopyPath[];
  /** Index into `paths`. */
  readonly pathOfRow: Uint32Array;
}

/** Derives the direction of every copy; each distinct pair of ends and name is looked at once. */
export function findCopyPaths(copies: CopyColumns, agents: readonly TraceAgent[]): CopyPaths {
  const paths: CopyPath[] = [];
  const pathOfRow = new Uint32Array(copies.count);
  const pathByKey = new Map<number, number>();
  for (let row = 0; row < copies.count; row++) {
    const source = copies.sourceAgent[row] ?? agents.length;
    const destination = copies.destinationAgent[row] ?? agents.length;
    const name = copies.name[row] ?? 0;
    // Exact as long as (agents + 1)^2 x texts is below 2^53.
    const key = (source * (agents.length + 1) + destination) * copies.names.length + name;
    let path = pathByKey.get(key);
    if (path === undefined) {
      path = paths.length;
      pathByKey.set(key, path);
      paths.push(pathOf(agents[source], agents[destination], copies.names[name] ?? ''));
    }
    pathOfRow[row] = path;
  }
  return { paths, pathOfRow };
}

function pathOf(source: TraceAgent | undefined, destination: TraceAgent | undefined, name: string): CopyPath {
  return { direction: copyDirectionOf(source, destination, name), source, destination };
}

function directionByText(name: string): CopyDirection {
  const text = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  for (const [direction, pattern] of DIRECTION_BY_TEXT) if (pattern.test(text)) return direction;
  return 'Unknown';
}
