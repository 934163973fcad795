import { afterEach, describe, expect, it } from '@jest/globals';
import { buildTrace } from '../../src/testing/index.js';
import type { BuildTraceOptions, TraceFiles, TraceSpec } from '../../src/testing/index.js';
import { databaseRows } from './database-rows.js';

const made: TraceFiles[] = [];

function build(spec: TraceSpec, options?: BuildTraceOptions): TraceFiles {
  const files = buildTrace(spec, options);
  made.push(files);
  return files;
}

/** Rows of a query over the first file, or another one. */
function rows(files: TraceFiles, sql: string, index = 0): unknown[][] {
  return databaseRows(files.paths[index]!, sql);
}

afterEach(() => {
  for (const files of made.splice(0)) files.dispose();
});

describe('buildTrace, layout 3.0', () => {
  it('shows a kernel in the view of the original layout', () => {
    const files = build({ kernels: [{ name: 'gemm', startNs: 100, endNs: 600, stream: 3 }] });
    expect(
      rows(files, 'SELECT name, start, "end", duration, stream, agent_type_index, agent_type FROM kernels'),
    ).toEqual([['gemm', 100n, 600n, 500n, 'Stream 3', 0n, 'GPU']]);
  });

  it('sums durations by kernel name through the view', () => {
    const files = build({
      kernels: [
        { name: 'gemm', startNs: 0, endNs: 500 },
        { name: 'copy', startNs: 500, endNs: 530 },
        { name: 'gemm', startNs: 600, endNs: 700 },
      ],
    });
    // gemm: 500 + 100, copy: 30
    expect(rows(files, 'SELECT name, COUNT(*), SUM(duration) FROM kernels GROUP BY name')).toEqual([
      ['copy', 1n, 30n],
      ['gemm', 2n, 600n],
    ]);
    expect(rows(files, 'SELECT name, total_calls, total_duration FROM top_kernels')).toEqual([
      ['gemm', 2n, 0.6],
      ['copy', 1n, 0.03],
    ]);
  });

  it('links a dispatch to its launch by stack id', () => {
    const files = build({
      regions: [{ name: 'hipLaunchKernel', startNs: 0, endNs: 10, stackId: 7, parentStackId: 3 }],
      kernels: [
        { name: 'gemm', startNs: 20, endNs: 40, stackId: 7 },
        { name: 'orphan', startNs: 50, endNs: 60 },
      ],
    });
    expect(
      rows(files, 'SELECT k.name, r.name, r.parent_stack_id FROM kernels k JOIN regions r ON r.stack_id = k.stack_id'),
    ).toEqual([['gemm', 'hipLaunchKernel', 3n]]);
  });

  it('keeps times beyond 2^53 exact', () => {
    const timeOffsetNs = 1_700_000_000_000_000_001n;
    const files = build({ kernels: [{ name: 'gemm', startNs: 2, endNs: 5n }] }, { timeOffsetNs });
    expect(rows(files, 'SELECT start, "end" FROM kernels')).toEqual([[timeOffsetNs + 2n, timeOffsetNs + 5n]]);
    expect(rows(files, 'SELECT start, "end" FROM rocpd_info_process')).toEqual([
      [timeOffsetNs + 2n, timeOffsetNs + 5n],
    ]);
  });

  it('stores one row per hardware instance of a counter', () => {
    const files = build({
      kernels: [{ name: 'gemm', startNs: 0, endNs: 1, counters: { SQ_WAVES: 4, TCC_HIT: [1, 2.5] } }],
      declaredCounters: ['GRBM_COUNT'],
    });
    expect(rows(files, 'SELECT counter_name, value FROM counters_collection ORDER BY 1')).toEqual([
      ['SQ_WAVES', 4],
      ['TCC_HIT', 3.5],
    ]);
    expect(rows(files, 'SELECT value FROM rocpd_pmc_event ORDER BY id')).toEqual([[4], [1], [2.5]]);
    expect(rows(files, 'SELECT name FROM rocpd_info_pmc ORDER BY 1')).toEqual([
      ['GRBM_COUNT'],
      ['SQ_WAVES'],
      ['TCC_HIT'],
    ]);
  });

  it('derives the direction of copies from their ends', () => {
    const copy = { startNs: 0, endNs: 10, bytes: 64 };
    const files = build({
      agents: [{}, {}],
      copies: [copy, { ...copy, from: 0 }, { ...copy, from: 0, to: 1 }, { ...copy, from: null }],
    });
    expect(
      rows(files, 'SELECT name, src_agent_type, dst_agent_type, dst_agent_type_index, size FROM memory_copies'),
    ).toEqual([
      ['MEMORY_COPY_HOST_TO_DEVICE', 'CPU', 'GPU', 0n, 64n],
      ['MEMORY_COPY_DEVICE_TO_HOST', 'GPU', 'CPU', 0n, 64n],
      ['MEMORY_COPY_DEVICE_TO_DEVICE', 'GPU', 'GPU', 1n, 64n],
    ]);
    expect(rows(files, 'SELECT COUNT(*) FROM rocpd_memory_copy WHERE src_agent_id IS NULL')).toEqual([[1n]]);
  });

  it('writes markers, arguments, samples and allocations', () => {
    const files = build({
      regions: [
        { message: 'step "0"', startNs: 0, endNs: 100 },
        { name: 'hipMemcpy', startNs: 1, endNs: 2, args: { sizeBytes: 64, kind: 'hipMemcpyHostToDevice' } },
      ],
      samples: [
        { timestampNs: 5, values: { device_power: 700, device_temp: 61.5 }, units: { device_power: 'W' } },
        { timestampNs: 6, category: 'HIP_RUNTIME_API' },
      ],
      allocations: [
        { startNs: 3, endNs: 4, bytes: 1024, address: 4096 },
        { startNs: 7, endNs: 8, type: 'FREE', address: 4096 },
      ],
    });
    expect(
      rows(files, `SELECT category, name, json_extract(extdata, '$.message') FROM regions ORDER BY start`),
    ).toEqual([
      ['MARKER_CORE_RANGE_API', 'roctxThreadRangeA', 'step "0"'],
      ['HIP_RUNTIME_API', 'hipMemcpy', null],
    ]);
    expect(rows(files, 'SELECT position, name, value FROM rocpd_arg')).toEqual([
      [0n, 'sizeBytes', '64'],
      [1n, 'kind', 'hipMemcpyHostToDevice'],
    ]);
    // Two metrics read together: two points and two values with one event; the view drops tracks without a thread.
    expect(rows(files, 'SELECT COUNT(*), COUNT(DISTINCT event_id) FROM rocpd_sample')).toEqual([[3n, 2n]]);
    expect(rows(files, 'SELECT category FROM samples')).toEqual([['HIP_RUNTIME_API']]);
    expect(rows(files, 'SELECT type, level, agent_id, address, size FROM rocpd_memory_allocate')).toEqual([
      ['ALLOC', 'REAL', 1n, 4096n, 1024n],
      ['FREE', 'REAL', null, 4096n, 0n],
    ]);
  });

  it('describes an MI300X unless told otherwise', () => {
    const files = build({ agents: [{}, { name: 'gfx90a', hardware: { cu_count: 104 } }] });
    expect(
      rows(files, `SELECT id, type, type_index, name, json_extract(extdata, '$.cu_count') FROM rocpd_info_agent`),
    ).toEqual([
      [0n, 'CPU', 0n, 'AMD EPYC 9654 96-Core Processor', null],
      [1n, 'GPU', 0n, 'gfx942', 304n],
      [2n, 'GPU', 1n, 'gfx90a', 104n],
    ]);
  });
});

describe('buildTrace with several processes', () => {
  const kernels = [{ name: 'gemm', startNs: 0, endNs: 10 }];
  const spec = {
    processes: [
      { environment: { RANK: '0' }, kernels },
      { environment: { RANK: '1' }, kernels },
    ],
  };

  it('puts them into one file with equal ids under several guids', () => {
    const files = build(spec);
    expect(files.paths).toEqual([files.path]);
    expect(rows(files, 'SELECT COUNT(*), COUNT(DISTINCT guid), COUNT(DISTINCT id) FROM kernels')).toEqual([
      [2n, 2n, 1n],
    ]);
  });

  it('or into one file each', () => {
    const files = build(spec, { files: 'per-process' });
    expect(files.paths).toHaveLength(2);
    const ranks = files.paths.map((_path, index) =>
      rows(files, `SELECT json_extract(environment, '$.RANK') FROM rocpd_info_process`, index),
    );
    expect(ranks).toEqual([[['0']], [['1']]]);
  });
});
