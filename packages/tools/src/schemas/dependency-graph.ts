import * as v from 'valibot';
import { count, fraction, nanoseconds, signed, text } from './numbers.js';

const StreamSchema = v.nullable(
  v.pipe(v.number(), v.integer(), v.description('Stream id of the trace; null where it names none')),
);
const RelativeSchema = (what: string) =>
  signed(`${what}, nanoseconds after the first GPU work of its group of processes`);

const NodeSchema = v.object({
  id: text('k and the number of the kernel, or m and that of the copy, in order of processes and start'),
  kind: v.picklist(['kernel', 'memcpy']),
  name: text('Kernel name, or direction of the copy, as the trace has it'),
  start_ns: RelativeSchema('Start'),
  end_ns: RelativeSchema('End'),
  duration_ns: nanoseconds('Run time'),
  stream: StreamSchema,
  device: text('Label of the device'),
});

const EdgeSchema = v.object({
  from: text('Node that ended before'),
  to: text('Node that waited'),
  kind: v.pipe(
    v.picklist(['stream_order', 'inferred', 'host']),
    v.description(
      'stream_order: next in its stream; on the critical path also inferred: an operation of another stream ended ' +
        'within 10 us before; host: the launching thread had waited for the former',
    ),
  ),
  gap_ns: nanoseconds('From the end of what came before to the start'),
});

const EdgeCountsSchema = v.object({
  lane: count('Steps to the operation before in the stream'),
  inferred: count('Steps to an operation of another stream that ended within 10 us before'),
  host: count('Steps on which the host was late'),
});

const BubbleSchema = v.object({
  start: RelativeSchema('Start'),
  end: RelativeSchema('End'),
  duration_ns: nanoseconds('Length'),
  cause: text('API call that took more than half of it, else host_other'),
  device: text('Label of the device'),
});

const graphEntries = {
  nodes: v.pipe(v.array(NodeSchema), v.description('The longest operations, by process and time')),
  edges: v.pipe(
    v.array(EdgeSchema),
    v.description(
      'The edges with the longest gaps, by process: stream order in order of time, then the other steps of the path',
    ),
  ),
  critical_path: v.pipe(v.array(v.string()), v.description('Ids of nodes in order of time, listed or not')),
  critical_path_count: count('Operations on the critical path'),
  critical_path_ns: nanoseconds('Union of the operations on the critical path'),
  critical_path_share_frac: v.nullable(
    fraction('Of the time from first to last operation of its process; null without any'),
  ),
  critical_path_edges: EdgeCountsSchema,
  critical_path_names: v.array(
    v.object({
      name: text('Kernel or direction of copy'),
      kind: v.picklist(['kernel', 'memcpy']),
      count: count('Operations of the name on the path'),
      total_ns: nanoseconds('Their summed run time'),
    }),
  ),
  bubbles: v.pipe(v.array(BubbleSchema), v.description('The longest, longest first, at most 256')),
  bubble_count: count('Gaps of a device of at least 2 us'),
  total_bubble_ns: nanoseconds('All of them, added over devices'),
  bubble_causes: v.array(
    v.object({ cause: text('As of bubbles'), count: count('Bubbles'), total_ns: nanoseconds('Their summed length') }),
  ),
  sync_event_count: count('Calls that synchronise: hip*Synchronize, hipStreamWaitEvent, hsa_signal_wait*'),
  sync_event_ns: nanoseconds('Summed time of these calls'),
  linked_count: count('Operations whose launching call is recorded'),
  edge_count: count('All edges: stream order, and the other steps of the critical path'),
  lane_count: count('Streams of devices with work'),
  lanes: v.pipe(
    v.array(
      v.object({
        device: text('Label of the device'),
        stream: StreamSchema,
        operation_count: count('Kernels and copies'),
        busy_ns: nanoseconds('Union of their times'),
      }),
    ),
    v.description('The busiest streams, at most 64'),
  ),
  processes: v.pipe(
    v.array(
      v.object({
        guid: text('Process'),
        critical_path_count: count('Operations on its critical path'),
        critical_path_ns: nanoseconds('Union of these'),
        critical_path_share_frac: v.nullable(fraction('Of its span; null for a span of no length')),
        critical_path_edges: EdgeCountsSchema,
      }),
    ),
    v.description('Processes with GPU work, in the order of the trace, at most 64'),
  ),
  total_count: count('All nodes'),
  truncated: v.pipe(v.boolean(), v.description('Whether any list is shorter than what it counts')),
};

/** Order and gaps of the kernels and copies of a trace. */
export const DependencyGraphSchema = v.variant('has_data', [
  v.object({ has_data: v.literal(true), ...graphEntries }),
  v.object({
    has_data: v.literal(false),
    ...graphEntries,
    reason: text('Why there is no graph'),
    how_to_collect: text('How to record what is missing'),
  }),
]);

export type DependencyGraph = v.InferOutput<typeof DependencyGraphSchema>;
