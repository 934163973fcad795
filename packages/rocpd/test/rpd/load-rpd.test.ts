import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { openTrace } from '../../src/open-trace.js';
import { copyRows, dispatchRows, loadOne, regionRows } from '../__fixtures__/load-all.js';
import { temporaryFolder } from '../__fixtures__/temporary-folder.js';

const folder = temporaryFolder();

/** A file as rpd_tracer writes it; `version` 3 keeps arguments in a table of their own. */
function write(name: string, version: 2 | 3, ...statements: readonly string[]): string {
  const file = path.join(folder, name);
  const database = new BetterSqlite3(file);
  database.exec(`
    create table rocpd_metadata (id integer primary key, tag, value);
    create table rocpd_string (id integer primary key, string);
    create table rocpd_api (id integer primary key, pid integer, tid integer, start integer, "end" integer, apiName_id integer, args_id integer);
    create table rocpd_op (id integer primary key, gpuId integer, queueId integer, sequenceId integer, start integer, "end" integer, description_id integer, opType_id integer);
    create table rocpd_api_ops (id integer primary key, api_id integer, op_id integer);
    create table rocpd_kernelapi (api_ptr_id integer primary key, stream text, gridX, gridY, gridZ, workgroupX, workgroupY, workgroupZ, groupSegmentSize, privateSegmentSize, kernelName_id);
    create table rocpd_copyapi (api_ptr_id integer primary key, stream text, size integer, kind integer);
    create table rocpd_monitor (id integer primary key, deviceType, deviceId, monitorType, start, "end", value);
    insert into rocpd_metadata values (1, 'schema_version', '${version}');
    insert into rocpd_string values (1, ''), (2, 'KernelExecution'), (3, 'Task'), (4, 'FillBuffer'), (5, 'CopyHostToDevice'), (6, 'Barrier'),
      (10, 'hipLaunchKernel'), (11, 'hipExtModuleLaunchKernel'), (12, 'hipMemcpyAsync'), (13, 'UserMarker'), (14, 'hsa_signal_wait'), (15, 'ncclAllReduce'), (16, 'main'),
      (20, 'gemm'), (21, 'add');
    insert into rocpd_api values (1, 77, 77, 1000, 1010, 10, 30), (2, 77, 77, 1020, 1030, 11, 1), (3, 77, 77, 1040, 1050, 12, 1), (4, 77, 78, 900, 3000, 13, 31),
      (5, 77, 78, 1060, 1061, 14, 1), (6, 77, 78, 1062, 1063, 15, 1), (7, 77, 78, 1064, 1065, 16, 1);
    insert into rocpd_op values (1, 2, 0, 1, 1100, 1200, 20, 2), (2, 2, 1, 2, 1210, 1220, 1, 2), (3, 3, 0, 3, 1230, 1240, 21, 3), (4, 2, 0, 4, 1250, 1260, 1, 4),
      (5, 2, 0, 5, 1270, 1290, 1, 5), (6, 2, 0, 6, 1300, 1310, 1, 6), (7, 2, 0, 7, 1320, 1310, 20, 2), (8, 2, 0, 8, 'x', 1310, 1, 5);
    insert into rocpd_api_ops values (1, 1, 1), (2, 2, 2), (3, 3, 5);
    insert into rocpd_kernelapi values (1, '0x10', 4, 2, 1, 64, 1, 1, 256, 0, 1), (2, '0x0', 640, 1, 1, 64, 1, 1, 0, 16, 21);
    insert into rocpd_copyapi values (3, '0x10', 4096, 1);
    insert into rocpd_monitor values (1, 'gpu', 2, 'sclk', 900, 950, '1200');`);
  const texts = version === 3 ? 'rocpd_ustring' : 'rocpd_string';
  if (version === 3) database.exec('create table rocpd_ustring (id integer primary key, string)');
  database.exec(`insert into ${texts} values (30, 'stream=0x10 | kernel=gemm'), (31, 'step 1')`);
  for (const statement of statements) database.exec(statement);
  database.close();
  return file;
}

describe.each([2, 3] as const)('an .rpd file of version %i (hard input 12)', (version) => {
  const file = write(`v${version}.rpd`, version);

  it('has its kernel operations as dispatches, with the grid in work-items', async () => {
    const columns = await loadOne(file);
    expect(dispatchRows(columns)).toMatchObject([
      // hipLaunchKernel counts blocks: 4 x 2 blocks of 64; hipExtModuleLaunchKernel counts work-items.
      {
        name: 'gemm',
        start: 1100n,
        end: 1200n,
        agent: 0,
        stream: 16,
        queue: 0,
        stackId: 1,
        shape: { workgroup: [64, 1, 1], grid: [256, 2, 1], ldsBytes: 256 },
      },
      { name: 'add', start: 1210n, queue: 1, stackId: 2, shape: { grid: [640, 1, 1], scratchBytes: 16 } },
      { name: 'add', start: 1230n, agent: 1, stream: -1, stackId: 0, shape: { workgroup: null, grid: null } },
      { name: 'FillBuffer', start: 1250n },
    ]);
    expect(columns.dispatches.dropped).toEqual({ nullTimes: 0, negativeDurations: 1 });
    expect(columns.process).toMatchObject({
      pid: 77,
      agents: [
        { id: 2, type: 'GPU' },
        { id: 3, type: 'GPU' },
      ],
    });
  });

  it('has its copies, and counts operations of no known type', async () => {
    const columns = await loadOne(file);
    expect(copyRows(columns)).toEqual([
      {
        name: 'CopyHostToDevice',
        start: 1270n,
        end: 1290n,
        bytes: 4096,
        source: 2,
        destination: 0,
        stream: 16,
        stackId: 3,
      },
    ]);
    expect(columns.copies.dropped).toEqual({ nullTimes: 1, negativeDurations: 0 });
    expect([...columns.badValues]).toEqual([['op.opType_id', 1]]);
    expect(columns.samples.count).toBe(1);
  });

  it('has its calls and markers as regions, categories by the beginning of the name', async () => {
    const trace = openTrace(file);
    const columns = await trace.loadProcess(trace.processes[0]!);
    expect(regionRows(columns).map(({ name, category, thread, stackId }) => [name, category, thread, stackId])).toEqual(
      [
        ['UserMarker', 'MARKER_CORE_RANGE_API', 78, 4],
        ['hipLaunchKernel', 'HIP_RUNTIME_API', 77, 1],
        ['hipExtModuleLaunchKernel', 'HIP_RUNTIME_API', 77, 2],
        ['hipMemcpyAsync', 'HIP_RUNTIME_API', 77, 3],
        ['hsa_signal_wait', 'HSA_CORE_API', 78, 5],
        ['ncclAllReduce', 'RCCL_API', 78, 6],
        ['main', '', 78, 7],
      ],
    );
    const rows = Uint32Array.of(0, 1);
    expect(columns.details.markerTexts(rows)).toEqual(['step 1', 'hipLaunchKernel']);
    expect(columns.details.arguments(rows).map((values) => Object.fromEntries(values))).toEqual([
      {},
      { stream: '0x10', kernel: 'gemm' },
    ]);
    expect([...columns.details.parentStackIds(rows)]).toEqual([0, 0]);
    trace.close();
  });
});

describe('an .rpd file', () => {
  it('has counters by operation (version 3)', async () => {
    const file = write(
      'counters.rpd',
      3,
      'create table rocpd_counter (id integer primary key, op_id, name_id, value)',
      "insert into rocpd_string values (40, 'SQ_WAVES')",
      "insert into rocpd_counter values (1, 2, 40, '8'), (2, 1, 40, 16), (3, 99, 40, 1), (4, 1, 40, 'x')",
    );
    const { counters, badValues } = await loadOne(file);
    expect([[...counters.dispatch], counters.names, [...counters.value]]).toEqual([[0, 1], ['SQ_WAVES'], [16, 8]]);
    expect(badValues.get('counter.value')).toBe(1);
  });

  it('has markers without an end up to the last call of their thread (hard input 34)', async () => {
    const file = write(
      'open.rpd',
      3,
      'update rocpd_api set "end" = 0 where id in (1, 4)',
      'insert into rocpd_api values (8, 77, 78, 1063, null, 13, 31), (9, 77, 78, 1065, null, 13, 31), (10, 77, 80, 1063, null, 13, 31)',
    );
    const trace = openTrace(file);
    const columns = await trace.loadProcess(trace.processes[0]!);
    const { regions } = columns;
    // Thread 78 ends with `main` at 1065. The marker that starts there, and the one alone on thread 80, stay out; so does the call.
    const markers = regionRows(columns).filter(({ name }) => name === 'UserMarker');
    expect(markers.map(({ start, end, thread, stackId }) => [start, end, thread, stackId])).toEqual([
      [900n, 1065n, 78, 4],
      [1063n, 1065n, 78, 8],
    ]);
    expect([regions.count, regions.closedMarkers, regions.dropped]).toEqual([
      7,
      2,
      { nullTimes: 2, negativeDurations: 1 },
    ]);
    expect(columns.details.markerTexts(Uint32Array.of(0))).toEqual(['step 1']);
    trace.close();
  });

  it('is known again when given twice, and told from another one', () => {
    const one = write('one.rpd', 2);
    const same = write('same.rpd', 2);
    const other = write('other.rpd', 2, 'update rocpd_api set "end" = "end" + 1');
    const trace = openTrace([one, same, other]);
    expect([trace.processes.length, trace.duplicateFiles]).toEqual([2, [same]]);
    trace.close();
  });
});
