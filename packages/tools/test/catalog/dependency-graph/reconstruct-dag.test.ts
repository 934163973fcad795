import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { BuildTraceOptions, ProcessSpec, TraceSpec } from '@perfxpert/rocpd/testing';
import { reconstructDag, reconstructDagTool } from '../../../src/catalog/dependency-graph/reconstruct-dag.js';
import type { ReconstructDagInput } from '../../../src/catalog/dependency-graph/reconstruct-dag.js';
import type { DependencyGraph } from '../../../src/schemas/dependency-graph.js';
import { callTool } from '../../../src/tool/call-tool.js';

async function graphOf(
  spec: TraceSpec,
  options: BuildTraceOptions = {},
  input: Partial<ReconstructDagInput> = {},
): Promise<DependencyGraph> {
  const trace = buildTrace(spec, options);
  try {
    return await reconstructDag({ db_path: trace.paths, ...input });
  } finally {
    trace.dispose();
  }
}

const kernel = (startNs: number, endNs: number, name = 'a', stream = 0, stackId = 0) => ({
  name,
  startNs,
  endNs,
  stream,
  stackId,
});

describe('dependencyGraph.reconstructDag', () => {
  it('DG-1: three kernels of one stream', async () => {
    const graph = await graphOf({
      kernels: [kernel(0, 5000, 'a'), kernel(5100, 10_000, 'b'), kernel(10_200, 15_000, 'c')],
    });
    // 5000 + 4900 + 4800 = 14,700 of 15,000
    expect(graph).toEqual({
      has_data: true,
      nodes: [
        {
          id: 'k0',
          kind: 'kernel',
          name: 'a',
          start_ns: 0,
          end_ns: 5000,
          duration_ns: 5000,
          stream: 0,
          device: 'GPU 0',
        },
        {
          id: 'k1',
          kind: 'kernel',
          name: 'b',
          start_ns: 5100,
          end_ns: 10_000,
          duration_ns: 4900,
          stream: 0,
          device: 'GPU 0',
        },
        {
          id: 'k2',
          kind: 'kernel',
          name: 'c',
          start_ns: 10_200,
          end_ns: 15_000,
          duration_ns: 4800,
          stream: 0,
          device: 'GPU 0',
        },
      ],
      edges: [
        { from: 'k0', to: 'k1', kind: 'stream_order', gap_ns: 100 },
        { from: 'k1', to: 'k2', kind: 'stream_order', gap_ns: 200 },
      ],
      critical_path: ['k0', 'k1', 'k2'],
      critical_path_count: 3,
      critical_path_ns: 14_700,
      critical_path_share_frac: 0.98,
      critical_path_edges: { lane: 2, inferred: 0, host: 0 },
      critical_path_names: [
        { name: 'a', kind: 'kernel', count: 1, total_ns: 5000 },
        { name: 'b', kind: 'kernel', count: 1, total_ns: 4900 },
        { name: 'c', kind: 'kernel', count: 1, total_ns: 4800 },
      ],
      bubbles: [],
      bubble_count: 0,
      total_bubble_ns: 0,
      bubble_causes: [],
      sync_event_count: 0,
      sync_event_ns: 0,
      linked_count: 0,
      edge_count: 2,
      lane_count: 1,
      lanes: [{ device: 'GPU 0', stream: 0, operation_count: 3, busy_ns: 14_700 }],
      processes: [
        {
          guid: expect.any(String),
          critical_path_count: 3,
          critical_path_ns: 14_700,
          critical_path_share_frac: 0.98,
          critical_path_edges: { lane: 2, inferred: 0, host: 0 },
        },
      ],
      total_count: 3,
      truncated: false,
    });
  });

  it('DG-2: a gap of 10 us is a bubble', async () => {
    const graph = await graphOf({ kernels: [kernel(0, 5000), kernel(15_000, 20_000, 'b')] });
    expect(graph.bubbles).toEqual([
      { start: 5000, end: 15_000, duration_ns: 10_000, cause: 'host_other', device: 'GPU 0' },
    ]);
    expect([graph.bubble_count, graph.total_bubble_ns]).toEqual([1, 10_000]);
  });

  it('DG-3: the path is the stream that ends last', async () => {
    const graph = await graphOf({
      kernels: [kernel(0, 2000), kernel(2100, 4000), kernel(0, 10_000, 'b', 1), kernel(10_100, 20_000, 'b', 1)],
    });
    // in order of (start, end): [0,2000], [0,10000], [2100,4000], [10100,20000]
    expect(graph.critical_path).toEqual(['k1', 'k3']);
    expect(graph.nodes.filter(({ stream }) => stream === 1).map(({ id }) => id)).toEqual(['k1', 'k3']);
  });

  it('DG-4: half a microsecond is no bubble', async () => {
    expect((await graphOf({ kernels: [kernel(0, 5000), kernel(5500, 10_000, 'b')] })).bubbles).toEqual([]);
  });

  it('DG-5: no table of dispatches', async () => {
    const empty = {
      has_data: false,
      nodes: [],
      edges: [],
      critical_path: [],
      bubbles: [],
      total_bubble_ns: 0,
      sync_event_count: 0,
      critical_path_ns: 0,
      critical_path_share_frac: null,
      total_count: 0,
      truncated: false,
    };
    expect(await graphOf({}, { omitTables: ['kernel_dispatch'] })).toMatchObject(empty);
    expect(await graphOf({})).toMatchObject({ ...empty, reason: expect.stringContaining('no kernels') });
  });

  it('DG-6: a gap that another stream covers is no bubble', async () => {
    const graph = await graphOf({ kernels: [kernel(0, 5000), kernel(15_000, 20_000), kernel(4000, 16_000, 'b', 1)] });
    expect([graph.bubbles, graph.total_bubble_ns]).toEqual([[], 0]);
  });

  it('names the API call that took most of a bubble', async () => {
    const graph = await graphOf({
      kernels: [kernel(0, 1000), kernel(11_000, 12_000), kernel(22_000, 23_000), kernel(33_000, 34_000)],
      regions: [
        // around the first gap [1000, 11000]: the outer of two
        { name: 'hipMemcpy', startNs: 500, endNs: 11_500 },
        { name: 'hsa_signal_wait_relaxed', startNs: 600, endNs: 11_200, category: 'HSA_CORE_API' },
        // 3 + 3 of the 10 us of [12000, 22000] against 4
        { name: 'hipMalloc', startNs: 11_900, endNs: 15_000 },
        { name: 'hipFree', startNs: 15_000, endNs: 19_000 },
        { name: 'hipMalloc', startNs: 19_000, endNs: 22_500 },
        // 5 of the 10 us of [23000, 33000] is not more than half
        { name: 'hipMalloc', startNs: 24_000, endNs: 29_000 },
      ],
    });
    expect(graph.bubbles.map(({ start, cause }) => [start, cause])).toEqual([
      [1000, 'hipMemcpy'],
      [12_000, 'hipMalloc'],
      [23_000, 'host_other'],
    ]);
    expect(graph.bubble_causes).toEqual([
      { cause: 'hipMalloc', count: 1, total_ns: 10_000 },
      { cause: 'hipMemcpy', count: 1, total_ns: 10_000 },
      { cause: 'host_other', count: 1, total_ns: 10_000 },
    ]);
  });

  it('puts copies into the lane of their stream and device', async () => {
    const graph = await graphOf({
      kernels: [kernel(0, 5000), kernel(9000, 12_000, 'b')],
      copies: [{ startNs: 5000, endNs: 8000, bytes: 64, stream: 0 }],
    });
    expect(graph.nodes.map(({ id, kind }) => [id, kind])).toEqual([
      ['k0', 'kernel'],
      ['m0', 'memcpy'],
      ['k1', 'kernel'],
    ]);
    expect(graph.nodes[1]?.name).toBe('MEMORY_COPY_HOST_TO_DEVICE');
    expect(graph.edges.map(({ from, to }) => [from, to])).toEqual([
      ['k0', 'm0'],
      ['m0', 'k1'],
    ]);
    expect(graph.bubble_count).toBe(0);
    expect(graph.critical_path).toEqual(['k0', 'm0', 'k1']);
  });

  it('does not see a gap after a kernel inside another one', async () => {
    const graph = await graphOf({ kernels: [kernel(0, 10_000), kernel(1000, 2000, 'in'), kernel(10_500, 11_000)] });
    expect(graph.edges.map(({ from, to, gap_ns: gap }) => [from, to, gap])).toEqual([
      ['k0', 'k1', 0],
      ['k1', 'k2', 500],
    ]);
    // what the last one waited for is the kernel that ended last
    expect(graph.critical_path).toEqual(['k0', 'k2']);
  });

  it('infers a wait for another stream within 10 us, no longer', async () => {
    const kernels = (start: number) => [kernel(0, 5000), kernel(0, 6000, 'b', 1), kernel(start, start + 1000)];
    const near = await graphOf({ kernels: kernels(16_000) });
    expect(near.critical_path).toEqual(['k1', 'k2']);
    expect(near.critical_path_edges).toEqual({ lane: 0, inferred: 1, host: 0 });
    expect(near.edges).toContainEqual({ from: 'k1', to: 'k2', kind: 'inferred', gap_ns: 10_000 });
    expect(near.edge_count).toBe(2);
    expect((await graphOf({ kernels: kernels(16_001) })).critical_path).toEqual(['k0', 'k2']);
  });

  it('follows a late host to what its thread had waited for', async () => {
    const regions = [
      { name: 'hipDeviceSynchronize', startNs: 1000, endNs: 6000, stackId: 11 },
      { name: 'hipLaunchKernel', startNs: 50_000, endNs: 50_500, stackId: 7 },
    ];
    const kernels = [kernel(0, 5000), kernel(51_000, 60_000, 'b', 1, 7)];
    const graph = await graphOf({ kernels, regions });
    expect(graph.critical_path).toEqual(['k0', 'k1']);
    expect(graph.critical_path_edges).toEqual({ lane: 0, inferred: 0, host: 1 });
    expect(graph.edges).toEqual([{ from: 'k0', to: 'k1', kind: 'host', gap_ns: 46_000 }]);
    expect([graph.sync_event_count, graph.sync_event_ns, graph.linked_count]).toEqual([1, 5000, 1]);
    // without the wait all before the launch is host time: 9 of 60 us
    const alone = await graphOf({ kernels, regions: regions.slice(1) });
    expect(alone.critical_path).toEqual(['k1']);
    expect(alone.critical_path_edges).toEqual({ lane: 0, inferred: 0, host: 1 });
    expect(alone.critical_path_share_frac).toBe(0.15);
  });

  it('does not take a call that begins after its kernel for its reason', async () => {
    const graph = await graphOf({
      kernels: [kernel(0, 5000, 'a'), kernel(6000, 9000, 'b', 0, 7)],
      regions: [{ name: 'hipLaunchKernel', startNs: 8000, endNs: 8500, stackId: 7 }],
    });
    expect(graph.critical_path_edges).toEqual({ lane: 1, inferred: 0, host: 0 });
  });

  it('counts everything and lists the longest', async () => {
    // gaps of 3000, 3001, ... so that the last edges are the longest; durations 100, 101, ...
    const kernels: NonNullable<ProcessSpec['kernels']>[number][] = [];
    for (let index = 0, start = 0; index < 400; index++) {
      kernels.push(kernel(start, start + 100 + index, `kernel ${String(index)}`));
      start += 3100 + 2 * index;
    }
    const graph = await graphOf({ kernels }, {}, { max_nodes: 5 });
    expect(graph).toMatchObject({ total_count: 400, edge_count: 399, bubble_count: 399, truncated: true });
    expect(graph.nodes.map(({ id }) => id)).toEqual(['k395', 'k396', 'k397', 'k398', 'k399']);
    expect(graph.edges.map(({ to }) => to)).toEqual(['k395', 'k396', 'k397', 'k398', 'k399']);
    expect(graph.critical_path).toHaveLength(400);
    expect(graph.bubbles).toHaveLength(256);
    expect(graph.bubbles[0]?.duration_ns).toBe(3398);
    expect(graph.critical_path_names).toHaveLength(10);
  });

  it('keeps processes apart and numbers their kernels on', async () => {
    const process = (pid: number, offset: number) => ({
      pid,
      guid: `guid-${String(pid)}`,
      kernels: [kernel(offset, offset + 4000), kernel(offset + 4000, offset + 8000)],
    });
    const graph = await graphOf({ processes: [process(1, 0), process(2, 3000)] });
    expect(graph.edges.map(({ from, to }) => [from, to])).toEqual([
      ['k0', 'k1'],
      ['k2', 'k3'],
    ]);
    // the second process ends last, 11 us after the first GPU work of both
    expect(graph.critical_path).toEqual(['k2', 'k3']);
    expect(graph.nodes.map(({ end_ns: end }) => end)).toEqual([4000, 8000, 7000, 11_000]);
    expect(graph.processes.map(({ critical_path_share_frac: share }) => share)).toEqual([1, 1]);
    expect(graph.lane_count).toBe(2);
  });

  it('answers alike for rows in any order and times past 2^53', async () => {
    const spec = {
      kernels: [kernel(0, 2000), kernel(2100, 4000), kernel(0, 10_000, 'b', 1), kernel(20_000, 30_000, 'c', 1)],
      copies: [{ startNs: 4000, endNs: 5000, bytes: 64, stream: 1 }],
      guid: 'guid-1',
    };
    const graph = await graphOf(spec);
    const offset = 9_007_199_254_740_993n;
    expect(await graphOf(spec, { rowOrder: 'shuffled', timeOffsetNs: offset })).toEqual(graph);
    expect(await graphOf(spec, { layout: '4.1', timeOffsetNs: offset })).toMatchObject({
      nodes: graph.nodes,
      critical_path: graph.critical_path,
    });
  });

  it('goes over the wire, and refuses what it cannot do', async () => {
    const trace = buildTrace({ kernels: [kernel(0, 5000)] });
    try {
      const answer = await callTool(reconstructDagTool, { db_path: trace.path });
      expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
      await expect(callTool(reconstructDagTool, { db_path: trace.path, max_nodes: 0 })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    } finally {
      trace.dispose();
    }
    await expect(callTool(reconstructDagTool, { db_path: '/nowhere/trace.db' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(callTool(reconstructDagTool, {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
