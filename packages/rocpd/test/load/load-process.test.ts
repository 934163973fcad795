import { describe, expect, it } from '@jest/globals';
import { openTrace } from '../../src/open-trace.js';
import { buildTrace } from '../../src/testing/index.js';
import type { ProcessColumns } from '../../src/trace.js';
import { copyRows, dispatchRows, plainColumns, regionRows } from '../__fixtures__/load-all.js';
import { load, SPEC, tampered, withSql } from '../__fixtures__/sample-process.js';
import { change, loosen } from '../__fixtures__/tamper.js';

/** Relative times and everything else but the origin and row-order details. */
const relative = (columns: ProcessColumns) => {
  const { originNs, ...rest } = plainColumns(columns);
  const shift = <T extends { start: bigint; end: bigint }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, start: row.start - originNs, end: row.end - originNs }));
  return { ...rest, dispatches: shift(rest.dispatches), copies: shift(rest.copies), regions: shift(rest.regions) };
};

describe('columns of a process', () => {
  it('hold what was recorded', async () => {
    const columns = await load();
    // The CPU is agent 0, GPU 0 is agent 1.
    expect(dispatchRows(columns)).toMatchObject([
      { name: 'gemm', start: 100n, end: 150n, agent: 1, stream: 3, queue: 4, stackId: 2 },
      {
        name: 'add',
        start: 160n,
        end: 170n,
        stackId: 4,
        shape: { workgroup: [64, 2, 1], grid: [640, 4, 1], ldsBytes: 1024, scratchBytes: 0 },
      },
      { name: 'gemm', start: 200n, end: 260n, stackId: 0 },
    ]);
    expect(copyRows(columns)).toMatchObject([
      {
        name: 'MEMORY_COPY_HOST_TO_DEVICE',
        start: 120n,
        end: 140n,
        bytes: 4096,
        source: 0,
        destination: 1,
        stream: 3,
        stackId: 3,
      },
      { name: 'MEMORY_COPY_DEVICE_TO_HOST', bytes: 100, source: 1, destination: 0 },
    ]);
    expect(regionRows(columns).map(({ name, category, thread, stackId }) => [name, category, thread, stackId])).toEqual(
      [
        ['roctxThreadRangeA', 'MARKER_CORE_RANGE_API', 7, 1],
        ['hipLaunchKernel', 'HIP_RUNTIME_API', 7, 2],
        ['hipMemcpyAsync', 'HIP_RUNTIME_API', 7, 3],
        ['hipLaunchKernel', 'HIP_RUNTIME_API', 8, 4],
        ['ncclAllReduce', 'RCCL_API', 8, 5],
      ],
    );
    expect(plainColumns(columns).counters).toEqual([
      [0, 'SQ_WAVES', 64],
      [0, 'TCC_HIT', 1],
      [0, 'TCC_HIT', 2],
      [1, 'SQ_WAVES', 8],
    ]);
    expect(columns.counterInfos.map(({ name }) => name)).toEqual(['SQ_WAVES', 'TCC_HIT']);
    expect([columns.samples.count, [...columns.samples.countByCategory]]).toEqual([
      2,
      [
        ['HIP_RUNTIME_API', 1],
        ['amd_smi', 1],
      ],
    ]);
    expect(columns.originNs).toBe(0n);
  });

  it('are the same near 0 and near 1.7e18, to the last nanosecond', async () => {
    const low = await load();
    const high = await load({ timeOffsetNs: 1_700_000_000_000_000_007n });
    expect(high.originNs).toBe(1_700_000_000_000_000_007n);
    expect(relative(high)).toEqual(relative(low));
  });

  it('begin at zero: the earliest start', async () => {
    const { originNs, regions } = await load({ timeOffsetNs: 9_007_199_254_740_993n });
    expect([originNs, regions.startNs[0]]).toEqual([9_007_199_254_740_993n, 0]);
  });

  it.each(['3.0', '3.0.5', '4.1'] as const)(
    'do not depend on the order of rows in the file (layout %s, hard input 21)',
    async (layout) => {
      // Ids of rows are facts of the file, not of the recording.
      const withoutIds = (columns: ProcessColumns) => {
        const { kernels, counterInfos, ...rest } = plainColumns(columns);
        return { ...rest, kernels: kernels.map(({ name }) => name), counters: counterInfos.map(({ name }) => name) };
      };
      const given = withoutIds(await load({ layout }));
      for (const seed of [1, 2, 3])
        expect(withoutIds(await load({ layout, rowOrder: 'shuffled', seed }))).toEqual(given);
    },
  );

  it('do not depend on the layout', async () => {
    const plain = plainColumns(await load());
    expect(plainColumns(await load({ layout: '3.0.5' }))).toEqual(plain);
    expect(plainColumns(await load({ layout: '4.1' }))).toEqual(plain);
  });

  it('put rows that start together in an order of their content', async () => {
    const rows = [
      { name: 'b', startNs: 10, endNs: 20 },
      { name: 'a', startNs: 10, endNs: 20, stream: 2 },
      { name: 'a', startNs: 10, endNs: 20, stream: 1 },
      { name: 'c', startNs: 10, endNs: 15 },
    ];
    const columns = await load(
      {},
      {
        kernels: rows,
        regions: [
          { name: 'child', startNs: 10, endNs: 12 },
          { name: 'parent', startNs: 10, endNs: 30 },
        ],
      },
    );
    expect(dispatchRows(columns).map(({ name, stream }) => [name, stream])).toEqual([
      ['c', 0],
      ['a', 1],
      ['a', 2],
      ['b', 0],
    ]);
    expect(regionRows(columns).map(({ name }) => name)).toEqual(['parent', 'child']);
  });
});

describe('times that are none', () => {
  it('leave their rows out and are counted', async () => {
    const columns = await tampered((database) => {
      for (const base of ['kernel_dispatch', 'memory_copy', 'region']) loosen(database, base);
      change(
        database,
        'update {kernel_dispatch} set start = null where dispatch_id = 1',
        'update {memory_copy} set "end" = null where size = 100',
        "update {region} set start = 'soon' where rowid = 1",
        "update {region} set end = 'later' where rowid = 2",
        "update {region} set end = x'3939' where rowid = 3",
      );
    });
    expect(
      [columns.dispatches.dropped, columns.copies.dropped, columns.regions.dropped].map(({ nullTimes }) => nullTimes),
    ).toEqual([1, 1, 3]);
    expect(dispatchRows(columns).map(({ name }) => name)).toEqual(['add', 'gemm']);
    expect([columns.copies.count, columns.regions.count]).toEqual([1, 2]);
  });

  it('that lie in text with digits in front are text all the same', async () => {
    const columns = await withSql("update {kernel_dispatch} set start = '100 ns' where dispatch_id = 1");
    expect([columns.dispatches.count, columns.dispatches.dropped.nullTimes]).toEqual([2, 1]);
  });

  it('run backwards: counted apart', async () => {
    const columns = await withSql(
      'update {kernel_dispatch} set end = start - 1 where dispatch_id = 2',
      'update {region} set end = start - 5 where id = 1',
    );
    expect(columns.dispatches.dropped).toEqual({ nullTimes: 0, negativeDurations: 1 });
    expect(columns.regions.dropped).toEqual({ nullTimes: 0, negativeDurations: 1 });
  });

  it('of another age do not spoil those of all others', async () => {
    const columns = await tampered(
      (database) => {
        change(database, 'update {kernel_dispatch} set start = 0, end = 0 where dispatch_id = 1');
      },
      { timeOffsetNs: 1_700_000_000_000_000_000n },
    );
    expect(dispatchRows(columns).map(({ start }) => start)).toEqual([
      1_700_000_000_000_000_160n,
      1_700_000_000_000_000_200n,
    ]);
    expect(columns.dispatches.dropped).toEqual({ nullTimes: 1, negativeDurations: 0 });
  });

  it('with fractions are cut to whole nanoseconds', async () => {
    const columns = await withSql('update {kernel_dispatch} set start = 100.75 where dispatch_id = 1');
    expect(dispatchRows(columns)[0]!.start).toBe(100n);
  });
});

describe('values that are no numbers', () => {
  it('leave their field unknown, the row stays, and they are counted by column', async () => {
    const columns = await withSql(
      "update {kernel_dispatch} set kernel_id = 'x', agent_id = 'x', stream_id = 'x', queue_id = x'00' where dispatch_id = 1",
      "update {kernel_dispatch} set workgroup_size_x = 'x', group_segment_size = 'x' where dispatch_id = 1",
      "update {memory_copy} set size = 'big', name_id = 'x', src_agent_id = 1.5, stream_id = 'x' where size = 100",
      "update {region} set name_id = 'x', tid = 'x', event_id = 'x' where id = 1",
      "update {event} set stack_id = 'x' where stack_id = 4",
    );
    const [first] = dispatchRows(columns);
    expect(first).toMatchObject({
      name: 'unnamed kernel',
      agent: 2,
      stream: -1,
      queue: -1,
      shape: { workgroup: null, ldsBytes: null },
    });
    expect(copyRows(columns)[1]).toMatchObject({ bytes: Number.NaN, name: '', source: 2, stream: -1 });
    expect(regionRows(columns)[0]).toMatchObject({ name: 'unnamed region', thread: -1, category: '', stackId: 0 });
    expect([...columns.badValues]).toEqual([
      ['event.stack_id', 2],
      ['kernel_dispatch.agent_id', 1],
      ['kernel_dispatch.group_segment_size', 1],
      ['kernel_dispatch.kernel_id', 1],
      ['kernel_dispatch.queue_id', 1],
      ['kernel_dispatch.stream_id', 1],
      ['kernel_dispatch.workgroup_size_x', 1],
      ['memory_copy.name_id', 1],
      ['memory_copy.size', 1],
      ['memory_copy.src_agent_id', 1],
      ['memory_copy.stream_id', 1],
      ['region.event_id', 1],
      ['region.name_id', 1],
      ['region.tid', 1],
    ]);
    expect([columns.dispatches.count, columns.copies.count, columns.regions.count]).toEqual([3, 2, 5]);
  });

  it('leave counters out, counted', async () => {
    const columns = await withSql("update {pmc_event} set value = 'many' where value = 8");
    expect([...columns.badValues]).toEqual([['pmc_event.value', 1]]);
    expect(columns.counters.count).toBe(3);
  });

  it('cost nothing where nothing is wrong', async () => {
    expect([...(await load()).badValues]).toEqual([]);
  });
});

describe('names', () => {
  it('that are missing get a placeholder per symbol', async () => {
    const columns = await withSql(
      "update {info_kernel_symbol} set display_name = null, kernel_name = '' where display_name = 'add'",
      "delete from {info_kernel_symbol} where display_name = 'gemm'",
      "delete from {string} where string = 'ncclAllReduce'",
    );
    const names = dispatchRows(columns).map(({ name }) => name);
    expect(names[0]).toMatch(/^unnamed kernel \d+$/);
    expect(names[1]).toMatch(/^unnamed kernel \d+$/);
    expect(names[0]).toBe(names[2]);
    expect(names[0]).not.toBe(names[1]);
    expect(columns.kernels.map(({ isNamed, id }) => [isNamed, id === null])).toEqual(
      expect.arrayContaining([
        [false, true],
        [false, false],
      ]),
    );
    expect(regionRows(columns)[4]!.name).toMatch(/^unnamed region \d+$/);
  });

  it('fall back to the mangled name', async () => {
    const columns = await withSql(
      "update {info_kernel_symbol} set display_name = null, kernel_name = '_Z3addv.kd' where display_name = 'add'",
    );
    expect(dispatchRows(columns)[1]!.name).toBe('_Z3addv.kd');
  });

  it('that are no valid UTF-8 come as text', async () => {
    const columns = await withSql(
      "update {info_kernel_symbol} set display_name = cast(x'6bff00fe' as text) where display_name = 'add'",
      "update {string} set string = cast(x'ffc3' as text) where string = 'ncclAllReduce'",
    );
    expect(dispatchRows(columns)[1]!.name).toMatch(/^k\ufffd/);
    expect(regionRows(columns)[4]!.name).toContain('\ufffd');
  });

  it('keep quotes, line breaks and control characters', async () => {
    const name = 'a"b\'c\n\u001b[31m; drop table x --';
    const columns = await load({}, { kernels: [{ name, startNs: 0, endNs: 1 }] });
    expect(dispatchRows(columns)[0]!.name).toBe(name);
  });
});

describe('missing parts', () => {
  it('columns that a file lacks are unknown', async () => {
    const columns = await load({
      omitColumns: {
        kernel_dispatch: ['stream_id', 'queue_id', 'group_segment_size', 'private_segment_size', 'grid_size_x'],
        region: ['tid'],
        event: ['stack_id'],
        memory_copy: ['size'],
        pmc_event: ['value'],
      },
    });
    expect(dispatchRows(columns)[0]).toMatchObject({
      stream: -1,
      queue: -1,
      stackId: 0,
      shape: { workgroup: [256, 1, 1], grid: null, ldsBytes: null, scratchBytes: null },
    });
    expect(regionRows(columns)[0]).toMatchObject({ thread: -1, category: 'MARKER_CORE_RANGE_API' });
    expect(copyRows(columns)[0]!.bytes).toBeNaN();
    expect(columns.counters.count).toBe(0);
  });

  it.each([
    'event',
    'string',
    'info_kernel_symbol',
    'info_agent',
    'info_thread',
    'info_process',
    'info_node',
    'metadata',
    'memory_copy',
    'region',
    'kernel_dispatch',
    'sample',
    'pmc_event',
    'info_pmc',
    'arg',
  ])('table %s: taken as empty', async (table) => {
    const columns = await load({ views: false, omitTables: [table] });
    const expected = { kernel_dispatch: [0, 2, 5], memory_copy: [3, 0, 5], region: [3, 2, 0] }[table] ?? [3, 2, 5];
    expect([columns.dispatches.count, columns.copies.count, columns.regions.count]).toEqual(expected);
    if (table === 'event')
      expect([columns.regions.categories, [...columns.dispatches.stackId]]).toEqual([[''], [0, 0, 0]]);
    if (table === 'info_agent') expect([...columns.dispatches.agent]).toEqual([0, 0, 0]);
    const rows = Uint32Array.from({ length: columns.regions.count }, (_, row) => row);
    expect(columns.process.agents.length).toBe(table === 'info_agent' ? 0 : 2);
    expect(rows).toHaveLength(columns.regions.count);
  });

  it('JSON that is none is counted, its fields are unknown', async () => {
    const columns = await withSql(
      "update {info_agent} set extdata = '{not json'",
      "update {info_process} set environment = '[1]'",
    );
    expect(columns.process.badExtdataCount).toBe(3);
    expect(columns.process.agents.map(({ hardware }) => hardware)).toEqual([{}, {}]);
  });
});

describe('a load', () => {
  it('stops when it is aborted', async () => {
    const built = buildTrace(SPEC);
    const trace = openTrace(built.path);
    const reason = new Error('enough');
    await expect(trace.loadProcess(trace.processes[0]!, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    trace.close();
    built.dispose();
  });

  it('tells how far it is', async () => {
    const built = buildTrace(SPEC);
    const trace = openTrace(built.path);
    const calls: [number, number][] = [];
    await trace.loadProcess(trace.processes[0]!, { onProgress: (read, expected) => calls.push([read, expected]) });
    const [read, expected] = calls.at(-1)!;
    expect(read).toBe(expected);
    expect(read).toBeGreaterThan(0);
    trace.close();
    built.dispose();
  });
});
