import type { Trace } from '@perfxpert/rocpd';
import * as v from 'valibot';
import { collectGraph } from '../../lib/dependency-graph/collect-graph.js';
import { mergeGraph } from '../../lib/dependency-graph/merge-graph.js';
import { readParts } from '../../lib/facts/read-parts.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { DependencyGraphSchema } from '../../schemas/dependency-graph.js';
import type { DependencyGraph } from '../../schemas/dependency-graph.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { withTrace } from '../../tool/with-trace.js';

export const ReconstructDagInputSchema = v.strictObject({
  db_path: DatabasePathSchema,
  max_nodes: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000), v.description('Nodes and edges to list')),
    200,
  ),
});

export type ReconstructDagInput = ReadonlyInput<v.InferInput<typeof ReconstructDagInputSchema>>;

const HOW_TO_COLLECT = 'Record kernels and copies: rocprofv3 --sys-trace --output-format rocpd -- <application>.';

/**
 * How the kernels and copies of a trace depend on each other: order within streams, critical path, bubbles.
 *
 * - Nodes are kernels and copies of GPUs. Edges join neighbours of a lane: a stream of a device of a process.
 * - The critical path goes back from the operation that ends last to what it waited for (`walkCriticalPath`).
 * - A bubble is a time of at least 2 us in which a device runs no kernel and no copy, between its first and last; its
 *   cause is the API call that takes more than half of it.
 *
 * Lists are cut (`truncated`): of nodes the longest, of edges those with the longest gaps; counts are of everything.
 * Times are nanoseconds after the first GPU work of the group of processes that share a window. Without GPU work all
 * is empty and `has_data` false.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot be read.
 */
export function reconstructDag(input: ReconstructDagInput, options: ToolOptions = {}): Promise<DependencyGraph> {
  return callTool(reconstructDagTool, input, options);
}

export const reconstructDagTool = defineTool({
  key: 'dependency_graph.reconstruct_dag',
  description:
    'What waits for what in a rocpd trace: critical path over kernels and copies with its share of the run, bubbles of ' +
    'at least 2 us and the API call behind each, streams, synchronising calls. Use when the GPU idles or streams do ' +
    'not overlap. Times in nanoseconds. ' +
    'Example: db_path "trace.db".',
  toolClass: 'read_only',
  inputSchema: ReconstructDagInputSchema,
  outputSchema: DependencyGraphSchema,
  run: (input, context) => withTrace(context, input.db_path, (trace) => reconstruct(trace, input.max_nodes, context)),
});

async function reconstruct(trace: Trace, maxNodes: number, context: ToolContext): Promise<DependencyGraph> {
  const { parts, mergeContext } = await readParts(trace, (stage) => collectGraph(stage, maxNodes), context);
  const graph = mergeGraph(parts, mergeContext, maxNodes);
  if (graph.total_count > 0) return { has_data: true, ...graph };
  return {
    has_data: false,
    ...graph,
    reason: 'The trace holds no kernels and no copies of a GPU.',
    how_to_collect: HOW_TO_COLLECT,
  };
}
