import { afterEach, describe, expect, it } from '@jest/globals';
import { buildTrace } from '../../src/testing/index.js';
import type { TraceFileLayout, TraceFiles, TraceSpec } from '../../src/testing/index.js';
import { databaseRows } from './database-rows.js';

const OFFSET = 1_700_000_000_000_000_003n;
const SPEC: TraceSpec = {
  regions: [
    { message: 'step 0', startNs: 0, endNs: 90, stackId: 1 },
    { name: 'hipLaunchKernel', startNs: 1, endNs: 5, stackId: 2, parentStackId: 1 },
    { name: 'hipMemcpyAsync', startNs: 6, endNs: 8, stackId: 3, args: { sizeBytes: 4096 } },
    { name: 'hipExtModuleLaunchKernel', startNs: 9, endNs: 10, stackId: 4 },
  ],
  kernels: [
    {
      ...{ name: 'gemm', startNs: 20, endNs: 50, stackId: 2, stream: 1, workgroup: [64, 2, 1], grid: [640, 5, 1] },
      ...{ counters: { TCC_HIT: [3, 4] }, graphExecId: 9, graphNodeId: 2 },
    },
    { name: 'gemm', startNs: 60, endNs: 70, stackId: 4, workgroup: [64, 1, 1], grid: [640, 1, 1] },
  ],
  copies: [
    { startNs: 51, endNs: 58, bytes: 4096, stackId: 3 },
    { startNs: 71, endNs: 72, bytes: 8, from: 0 },
  ],
  samples: [
    { timestampNs: 5, values: { device_power: 700 } },
    { timestampNs: 25, values: { device_power: 650 } },
    { timestampNs: 45, values: { device_power: 650 } },
  ],
  allocations: [{ startNs: 2, endNs: 3, bytes: 1024 }],
};

let files: TraceFiles;

function build(layout: TraceFileLayout): (sql: string) => unknown[][] {
  files = buildTrace(SPEC, { layout, timeOffsetNs: OFFSET });
  return (sql) => databaseRows(files.path, sql);
}

afterEach(() => files.dispose());

describe('buildTrace, layout 3.0.5', () => {
  it('adds columns and tables to those of schema 3', () => {
    const rows = build('3.0.5');
    expect(rows(`SELECT value FROM rocpd_metadata WHERE tag = 'schema_version'`)).toEqual([['3.0.5']]);
    expect(rows('SELECT graph_exec_id, graph_node_id FROM rocpd_kernel_dispatch')).toEqual([
      [9n, 2n],
      [0n, 0n],
    ]);
    expect(rows('SELECT sample_id, xcc, value FROM rocpd_pmc_event WHERE id < 3')).toEqual([
      [null, null, 3],
      [null, null, 4],
    ]);
    expect(rows('SELECT COUNT(*) FROM rocpd_graph_launch')).toEqual([[0n]]);
    expect(rows('SELECT SUM(duration), MIN(start) FROM kernels')).toEqual([[40n, OFFSET + 20n]]);
  });
});

describe('buildTrace, layout 4.1', () => {
  it('keeps places in tracks and categories in a table of their own', () => {
    const rows = build('4.1');
    expect(
      rows(`SELECT k.start, t.tid, t.agent_id, t.queue_id, t.stream_id FROM rocpd_kernel_dispatch k
        JOIN rocpd_track t ON t.id = k.track_id ORDER BY k.id`),
    ).toEqual([
      [OFFSET + 20n, 1000n, 1n, 0n, 1n],
      [OFFSET + 60n, 1000n, 1n, 0n, 0n],
    ]);
    expect(
      rows(`SELECT c.name, s.string, e.stack_id, t.agent_id FROM rocpd_region r
        JOIN rocpd_event e ON e.id = r.event_id JOIN rocpd_info_category c ON c.id = e.category_id
        JOIN rocpd_string s ON s.id = r.name_id JOIN rocpd_track t ON t.id = r.track_id ORDER BY r.id LIMIT 2`),
    ).toEqual([
      ['MARKER_CORE_RANGE_API', 'roctxThreadRangeA', 1n, null],
      ['HIP_RUNTIME_API', 'hipLaunchKernel', 2n, null],
    ]);
    expect(
      rows(`SELECT m.size, m.src_agent_id, m.dst_agent_id, t.agent_id FROM rocpd_memory_copy m
        JOIN rocpd_track t ON t.id = m.track_id ORDER BY m.id`),
    ).toEqual([
      [4096n, 0n, 1n, 1n],
      [8n, 1n, 0n, 1n],
    ]);
    expect(rows('SELECT COUNT(*) FROM rocpd_sample')).toEqual([[3n]]);
    expect(
      rows('SELECT a.size, t.agent_id FROM rocpd_memory_allocate a JOIN rocpd_track t ON t.id = a.track_id'),
    ).toEqual([[1024n, 1n]]);
  });
});

describe('buildTrace, layout rpd', () => {
  it('links operations to calls and counts grids as the calls do', () => {
    const rows = build('rpd');
    expect(
      rows('SELECT kernelName, start, "end", stream, gridX, gridY, workgroupX, workgroupY FROM kernel ORDER BY id'),
    ).toEqual([
      // 640 / 64 and ceil(5 / 2) workgroups for the plain launch, work-items for the extended one
      ['gemm', OFFSET + 20n, OFFSET + 50n, '0x1', 10n, 3n, 64n, 2n],
      ['gemm', OFFSET + 60n, OFFSET + 70n, '0x0', 640n, 1n, 64n, 1n],
    ]);
    expect(
      rows('SELECT a.apiName, l.op_id FROM api a JOIN rocpd_api_ops l ON l.api_id = a.id ORDER BY l.op_id'),
    ).toEqual([
      ['hipLaunchKernel', 1n],
      ['hipExtModuleLaunchKernel', 2n],
      ['hipMemcpyAsync', 3n],
    ]);
    expect(rows('SELECT apiName, args FROM api WHERE id IN (1, 3)')).toEqual([
      ['UserMarker', 'step 0'],
      ['hipMemcpyAsync', 'sizeBytes=4096'],
    ]);
    expect(rows("SELECT opType FROM op WHERE description = ''")).toEqual([['CopyHostToDevice'], ['CopyDeviceToHost']]);
    expect(rows('SELECT size, kind FROM rocpd_copyapi')).toEqual([[4096n, 1n]]);
  });

  it('turns metrics into spans of constant value', () => {
    const rows = build('rpd');
    expect(rows('SELECT monitorType, deviceId, start, "end", value FROM rocpd_monitor')).toEqual([
      ['device_power', 0n, OFFSET + 5n, OFFSET + 25n, '700'],
      ['device_power', 0n, OFFSET + 25n, OFFSET + 45n, '650'],
    ]);
  });

  it('writes one file per process', () => {
    files = buildTrace({ processes: [{}, {}] }, { layout: 'rpd' });
    expect(files.paths).toHaveLength(2);
  });

  it('refuses a second process in one file', () => {
    expect(() => buildTrace({ processes: [{}, {}] }, { layout: 'rpd', files: 'one' })).toThrow(RangeError);
  });
});

describe('the same recording', () => {
  it('has the same kernel time in each layout', () => {
    const totals = (['3.0', '3.0.5', '4.1', 'rpd'] as const).map((layout) => {
      const rows = build(layout);
      const table = layout === 'rpd' ? `op WHERE opType = 'KernelExecution'` : 'rocpd_kernel_dispatch';
      const [total] = rows(`SELECT COUNT(*), SUM("end" - start), MIN(start) FROM ${table}`);
      files.dispose();
      return total;
    });
    // 30 ns and 10 ns, the first of them 20 ns in
    expect(totals).toEqual(new Array(4).fill([2n, 40n, OFFSET + 20n]));
  });
});
