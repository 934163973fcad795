import { describe, expect, it } from '@jest/globals';
import { openTrace } from '../../src/open-trace.js';
import { buildTrace } from '../../src/testing/index.js';
import type { BuildTraceOptions, TraceSpec } from '../../src/testing/index.js';
import { loadOne, plainColumns, regionRows } from '../__fixtures__/load-all.js';
import { change, loosen, tableOf } from '../__fixtures__/tamper.js';

/** Row ids: 1 `outer` and 2 to 4 on thread 7, 5 `late` and 6 on thread 8, 7 `alone` on thread 9. */
const SPEC: TraceSpec = {
  regions: [
    { message: 'outer', startNs: 100, endNs: 900, thread: 7, stackId: 1 },
    { name: 'hipMalloc', startNs: 110, endNs: 150, thread: 7, stackId: 2 },
    { message: 'inner', startNs: 200, endNs: 300, thread: 7, stackId: 3 },
    { name: 'hipFree', startNs: 210, endNs: 250, thread: 7, stackId: 4 },
    { message: 'late', startNs: 500, endNs: 600, thread: 8, stackId: 5 },
    { name: 'hipFree', startNs: 400, endNs: 450, thread: 8, stackId: 6 },
    { message: 'alone', startNs: 300, endNs: 350, thread: 9, stackId: 7 },
  ],
  kernels: [{ name: 'gemm', startNs: 50, endNs: 1000, stackId: 4 }],
};

/** Reads the trace after a change: through its pages and through SQL, which must find the same. */
async function load(options: BuildTraceOptions, ...statements: readonly string[]) {
  const built = buildTrace(SPEC, {
    views: false,
    ...options,
    tamper: (database) => {
      loosen(database, 'region');
      change(database, `create unique index region_id on ${tableOf(database, 'region')} (id)`, ...statements);
    },
  });
  try {
    const trace = openTrace(built.path, { readsPages: true });
    const [process] = trace.processes;
    if (process === undefined) throw new Error('no process');
    const columns = await trace.loadProcess(process);
    const bySql = await loadOne(built.path, { readsPages: false });
    expect(plainColumns(columns)).toEqual(plainColumns(bySql));
    expect(columns.regions).toEqual(bySql.regions);
    const rows = Uint32Array.from({ length: columns.regions.count }, (_, row) => row);
    const texts = columns.details.markerTexts(rows);
    trace.close();
    return { columns, texts };
  } finally {
    built.dispose();
  }
}

const OFFSETS = [0n, 5_000_000_000_000n, 1_700_000_000_000_000_000n] as const;
const WAYS = (['3.0', '4.1'] as const).flatMap((layout) =>
  OFFSETS.flatMap((timeOffsetNs) => (['0', 'null'] as const).map((end) => ({ layout, timeOffsetNs, end }))),
);

describe('markers without an end (hard input 34)', () => {
  it.each(WAYS)('in layout $layout from $timeOffsetNs on, with $end as end, end with their thread', async (way) => {
    const { end, ...options } = way;
    const { columns, texts } = await load(options, `update {region} set "end" = ${end} where id in (1, 3)`);
    const at = (ns: number): bigint => way.timeOffsetNs + BigInt(ns);
    // The last region of thread 7 that has an end is hipFree, which ends at 250: there both are closed.
    expect(regionRows(columns).map(({ start, end: last, thread, stackId }) => [start, last, thread, stackId])).toEqual([
      [at(100), at(250), 7, 1],
      [at(110), at(150), 7, 2],
      [at(200), at(250), 7, 3],
      [at(210), at(250), 7, 4],
      [at(300), at(350), 9, 7],
      [at(400), at(450), 8, 6],
      [at(500), at(600), 8, 5],
    ]);
    expect(texts).toEqual(['outer', 'hipMalloc', 'inner', 'hipFree', 'alone', 'hipFree', 'late']);
    expect(columns.regions).toMatchObject({
      closedMarkers: 2,
      dropped: { nullTimes: 0, negativeDurations: 0 },
      categories: ['HIP_RUNTIME_API', 'MARKER_CORE_RANGE_API'],
    });
  });

  it.each(['0', 'null'])('with nothing after them on their thread are left out (%s)', async (end) => {
    // 'late' begins after the only other region of its thread; thread 9 has no other region.
    const { columns } = await load({}, `update {region} set "end" = ${end} where id in (5, 7)`);
    expect([columns.regions.count, columns.regions.closedMarkers, columns.regions.threads]).toEqual([5, 0, [7, 8]]);
    const { nullTimes, negativeDurations } = columns.regions.dropped;
    expect(nullTimes + negativeDurations).toBe(2);
  });

  it('are no calls without an end, no markers that end before they start, and none without a start', async () => {
    const { columns } = await load(
      {},
      'update {region} set "end" = 0 where id = 2',
      'update {region} set "end" = "start" - 5 where id = 1',
      'update {region} set "start" = null, "end" = null where id = 3',
      `update {region} set "end" = 'later' where id = 5`,
    );
    expect([columns.regions.count, columns.regions.closedMarkers]).toEqual([3, 0]);
    expect(columns.regions.dropped).toEqual({ nullTimes: 2, negativeDurations: 2 });
    // What was left out leaves no name behind.
    expect(columns.regions.names).toEqual(['hipFree', 'roctxThreadRangeA']);
  });

  it('keep a name that only they have', async () => {
    const { columns } = await load(
      {},
      'update {region} set "end" = null where id = 3',
      "insert into {string} (id, string) values (9000, 'aRange')",
      'update {region} set name_id = 9000 where id = 3',
    );
    expect(columns.regions.names).toEqual(['aRange', 'hipFree', 'hipMalloc', 'roctxThreadRangeA']);
    expect(regionRows(columns).find(({ stackId }) => stackId === 3)?.name).toBe('aRange');
  });

  it('are the same where row ids are far apart and events are not in order', async () => {
    const { columns, texts } = await load(
      {},
      'update {region} set rowid = id * 1000000, "end" = case when id = 1 then 0 else "end" end',
    );
    expect(columns.regions.closedMarkers).toBe(1);
    expect(texts[0]).toBe('outer');
    // 'inner' ends at 300
    expect(regionRows(columns)[0]).toMatchObject({ start: 100n, end: 300n, thread: 7, stackId: 1 });
  });
});
