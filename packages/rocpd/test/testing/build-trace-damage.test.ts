import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { buildTrace } from '../../src/testing/index.js';
import type { BuildTraceOptions, TraceFiles, TraceSpec } from '../../src/testing/index.js';
import { databaseContent, databaseRows } from './database-rows.js';

const KERNELS = [10, 20, 30, 40, 50, 60].map((startNs) => ({ name: `k${startNs}`, startNs, endNs: startNs + 5 }));
const made: TraceFiles[] = [];

function build(spec: TraceSpec, options?: BuildTraceOptions): TraceFiles {
  const files = buildTrace(spec, options);
  made.push(files);
  return files;
}

afterEach(() => {
  for (const files of made.splice(0)) files.dispose();
});

describe('buildTrace, damaged on purpose', () => {
  it('shuffles rows by a seed and keeps dispatch numbers in order of time', () => {
    const starts = (seed: number): unknown[][] =>
      databaseRows(
        build({ kernels: KERNELS }, { rowOrder: 'shuffled', seed }).path,
        'SELECT start, dispatch_id FROM rocpd_kernel_dispatch ORDER BY id',
      );
    const inOrder = KERNELS.map(({ startNs }, index) => [BigInt(startNs), BigInt(index + 1)]);
    expect(starts(1)).not.toEqual(inOrder);
    expect(starts(1)).toEqual(starts(1));
    expect(starts(1)).not.toEqual(starts(2));
    expect(starts(1).sort((left, right) => Number(left[0]) - Number(right[0]))).toEqual(inOrder);
  });

  it('leaves out tables and columns of every process', () => {
    const { path } = build(
      { processes: [{ kernels: KERNELS }, { kernels: KERNELS }] },
      { omitTables: ['memory_copy'], omitColumns: { kernel_dispatch: ['stream_id', 'tid'], info_agent: ['extdata'] } },
    );
    expect(databaseRows(path, `SELECT COUNT(*) FROM sqlite_master WHERE name LIKE 'rocpd_memory_copy%'`)).toEqual([
      [0n],
    ]);
    expect(databaseRows(path, 'SELECT COUNT(*), SUM("end" - start) FROM rocpd_kernel_dispatch')).toEqual([[12n, 60n]]);
    expect(() => databaseRows(path, 'SELECT stream_id FROM rocpd_kernel_dispatch')).toThrow('no such column');
  });

  it('leaves out columns of other layouts too', () => {
    const rpd = build(
      { kernels: KERNELS },
      { layout: 'rpd', omitColumns: { op: ['sequenceId'] }, omitTables: ['monitor'] },
    );
    expect(databaseRows(rpd.path, 'SELECT COUNT(*) FROM rocpd_op')).toEqual([[6n]]);
    const tracks = build({ kernels: KERNELS }, { layout: '4.1', omitColumns: { track: ['queue_id'] } });
    expect(databaseRows(tracks.path, 'SELECT stream_id FROM rocpd_track')).toEqual([[0n]]);
  });

  it('leaves out all views', () => {
    const { path } = build({ kernels: KERNELS }, { views: false });
    expect(databaseRows(path, `SELECT COUNT(*) FROM sqlite_master WHERE type = 'view'`)).toEqual([[0n]]);
  });

  it('hands the finished database to a hook', () => {
    const { path } = build(
      { guid: 'abc', kernels: KERNELS },
      { tamper: (database) => database.exec('UPDATE rocpd_kernel_dispatch_abc SET "end" = start - 1 WHERE id = 1') },
    );
    expect(databaseRows(path, 'SELECT COUNT(*) FROM kernels WHERE duration < 0')).toEqual([[1n]]);
  });

  it('stores symbols without names and shapes that were not recorded', () => {
    const { path } = build({
      kernels: [{ name: null, startNs: 0, endNs: 1, vgpr: null, workgroup: null, grid: null }],
    });
    expect(databaseRows(path, 'SELECT name, vgpr_count, workgroup_x, grid_x FROM kernels')).toEqual([
      [null, null, 0n, 0n],
    ]);
  });

  it('stores text that is no JSON', () => {
    const { path } = build({
      agents: [{ extdata: '{oops' }],
      regions: [{ name: 'hipMalloc', startNs: 0, endNs: 1, extdata: 'nor this' }],
    });
    expect(databaseRows(path, `SELECT extdata FROM rocpd_info_agent WHERE type = 'GPU'`)).toEqual([['{oops']]);
    expect(databaseRows(path, 'SELECT extdata FROM rocpd_event')).toEqual([['nor this']]);
  });
});

describe('buildTrace, promises', () => {
  it('writes equal content for equal arguments, and other guids for other recordings', () => {
    const first = build({ kernels: KERNELS });
    const second = build({ kernels: KERNELS });
    const third = build({ kernels: KERNELS.slice(1) });
    expect(databaseContent(first.path)).toEqual(databaseContent(second.path));
    const guidOf = (files: TraceFiles): unknown =>
      databaseRows(files.path, 'SELECT guid FROM rocpd_info_process')[0]?.[0];
    expect(guidOf(first)).not.toEqual(guidOf(third));
    expect(guidOf(first)).toMatch(/^0000[0-9a-f]{4}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('rejects agents that do not exist and times that are no whole numbers', () => {
    expect(() => build({ kernels: [{ name: 'k', startNs: 0, endNs: 1, agent: 1 }] })).toThrow('GPU 1 does not exist');
    expect(() => build({ kernels: [{ name: 'k', startNs: 0.5, endNs: 1 }] })).toThrow(RangeError);
  });

  it('deletes its temporary folder', () => {
    const files = buildTrace({ kernels: KERNELS });
    expect(existsSync(files.path)).toBe(true);
    files.dispose();
    expect(existsSync(dirname(files.path))).toBe(false);
  });
});
