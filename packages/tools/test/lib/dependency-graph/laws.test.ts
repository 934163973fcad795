import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collectGraph } from '../../../src/lib/dependency-graph/collect-graph.js';
import { createGapCauses } from '../../../src/lib/dependency-graph/gap-causes.js';
import { mergeGraph } from '../../../src/lib/dependency-graph/merge-graph.js';
import { createMergeContext } from '../../../src/lib/facts/create-merge-context.js';
import { createProcessStage } from '../../../src/lib/facts/create-process-stage.js';
import { collectActivity } from '../../../src/lib/facts/device-activity.js';
import { gapsWithin } from '../../../src/lib/intervals/gaps-within.js';
import { totalLength } from '../../../src/lib/intervals/total-length.js';
import { processColumns } from '../../support/process-columns.js';
import type { CopyRow, KernelRow, ProcessRows, RegionRow } from '../../support/process-columns.js';

const MICROSECOND = 1000;
const span = fc.tuple(fc.nat(60), fc.nat(15)).map(([start, length]) => ({
  startNs: start * MICROSECOND,
  endNs: (start + length) * MICROSECOND,
}));
const link = fc.nat(6);
const kernelRow: fc.Arbitrary<KernelRow> = fc
  .record({
    name: fc.constantFrom('gemm', 'add'),
    gpu: fc.nat(1),
    stream: fc.nat(2),
    stackId: link,
    times: span,
  })
  .map(({ times, ...row }) => ({ ...row, ...times }));
const copyRow: fc.Arbitrary<CopyRow> = fc
  .record({
    from: fc.constantFrom('cpu' as const, 0, 1),
    to: fc.constantFrom('cpu' as const, 0, 1),
    stream: fc.nat(2),
    times: span,
  })
  .map(({ times, ...row }) => ({ ...row, ...times }));
const regionRow: fc.Arbitrary<RegionRow> = fc
  .record({
    name: fc.constantFrom('hipLaunchKernel', 'hipDeviceSynchronize', 'hipMalloc', 'note'),
    thread: fc.nat(1),
    stackId: link,
    times: span,
  })
  .map(({ times, ...row }) => ({ ...row, ...times }));
const rows: fc.Arbitrary<ProcessRows> = fc.record({
  kernels: fc.array(kernelRow, { maxLength: 12 }),
  copies: fc.array(copyRow, { maxLength: 4 }),
  regions: fc.array(regionRow, { maxLength: 8 }),
  gpuCount: fc.constant(2),
});

const graphOf = (given: ProcessRows) => {
  const stage = createProcessStage(0, processColumns(given));
  // through a structured clone: parts are plain data
  const part = structuredClone(collectGraph(stage, 100));
  return {
    stage,
    graph: mergeGraph([part], createMergeContext([stage.columns.process], [collectActivity(stage)]), 100),
  };
};

describe('laws of dependency graphs', () => {
  it('the critical path runs forward in time, is no longer than the span, and ends with the last operation', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { graph, stage } = graphOf(given);
        const { window } = stage;
        const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
        const path = graph.critical_path.map((id) => nodes.get(id));
        expect(path.every((node) => node !== undefined)).toBe(true);
        const starts = path.map((node) => node?.start_ns ?? 0);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        expect(new Set(graph.critical_path).size).toBe(path.length);
        if (window === null) return;
        const spanNs = window.endNs - window.startNs;
        expect(graph.critical_path_ns).toBeLessThanOrEqual(spanNs);
        expect(path.at(-1)?.end_ns).toBe(spanNs);
        const { lane, inferred, host } = graph.critical_path_edges;
        // each step but one that found nothing leads to one more operation
        expect([0, 1]).toContain(lane + inferred + host - (path.length - 1));
        if (spanNs > 0) expect(graph.critical_path_share_frac).toBe(graph.critical_path_ns / spanNs);
      }),
    );
  });

  it('bubbles are the gaps of each device that are long enough', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { graph, stage } = graphOf(given);
        const lengths = stage.devices.flatMap(({ busy }) => {
          const { starts, ends } = gapsWithin(busy, busy.starts[0] ?? 0, busy.ends.at(-1) ?? 0);
          return Array.from(starts, (start, gap) => (ends[gap] ?? 0) - start).filter((length) => length >= 2000);
        });
        const sum = lengths.reduce((total, length) => total + length, 0);
        expect([graph.bubble_count, graph.total_bubble_ns]).toEqual([lengths.length, sum]);
        expect(graph.bubble_causes.reduce((total, cause) => total + cause.total_ns, 0)).toBe(sum);
        expect(graph.bubbles.map((bubble) => bubble.duration_ns)).toEqual(lengths.sort((a, b) => b - a));
      }),
    );
  });

  it('every operation but the first of its stream has one edge in stream order', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { graph, stage } = graphOf(given);
        const inOrder = graph.edges.filter(({ kind }) => kind === 'stream_order');
        expect(inOrder).toHaveLength(graph.total_count - graph.lane_count);
        expect(graph.edges).toHaveLength(graph.edge_count);
        const busy = stage.devices.reduce((sum, device) => sum + totalLength(device.busy), 0);
        const lanes = graph.lanes.reduce((sum, lane) => sum + lane.busy_ns, 0);
        expect(lanes).toBeGreaterThanOrEqual(busy);
      }),
    );
  });

  it('the cause of a gap is what a count of every unit says', () => {
    const LINE = 40;
    const gap = fc.uniqueArray(fc.nat(LINE), { minLength: 2, maxLength: 8 }).map((edges) => {
      const sorted = edges.sort((a, b) => a - b);
      const pairs = sorted.slice(0, sorted.length - (sorted.length % 2));
      return {
        starts: Float64Array.from(pairs.filter((_, index) => index % 2 === 0)),
        ends: Float64Array.from(pairs.filter((_, index) => index % 2 === 1)),
      };
    });
    const call: fc.Arbitrary<RegionRow> = fc
      .tuple(fc.nat(LINE), fc.nat(20), fc.constantFrom('hipA', 'hipB', 'note'))
      .map(([startNs, length, name]) => ({ name, startNs, endNs: startNs + length }));
    fc.assert(
      fc.property(gap, fc.array(call, { maxLength: 10 }), (gaps, regions) => {
        const { regions: columns } = processColumns({ regions });
        const apiClass = Uint8Array.from(columns.name, (name) => (columns.names[name] === 'note' ? 0 : 1));
        const causes = createGapCauses(columns, apiClass).attribute(gaps);
        const expected = Array.from(gaps.starts, (from, index) => {
          const until = gaps.ends[index] ?? 0;
          const rowsInOrder = Array.from(columns.name, (name, row) => ({
            name: columns.names[name] ?? '',
            code: name + 1,
            startNs: columns.startNs[row] ?? 0,
            endNs: columns.endNs[row] ?? 0,
          })).filter(({ name }) => name !== 'note');
          const around = rowsInOrder.find(({ startNs, endNs }) => startNs <= from && endNs >= until);
          if (around !== undefined) return around.code;
          const units = ['hipA', 'hipB'].map((name) => {
            let covered = 0;
            for (let unit = from; unit < until; unit++)
              if (rowsInOrder.some((row) => row.name === name && row.startNs <= unit && unit < row.endNs)) covered++;
            return { covered, code: columns.names.indexOf(name) + 1 };
          });
          const best = units.reduce((most, unit) =>
            unit.covered > most.covered || (unit.covered === most.covered && unit.code < most.code) ? unit : most,
          );
          return best.covered * 2 > until - from ? best.code : 0;
        });
        expect([...causes]).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
