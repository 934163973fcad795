import type { Database } from 'better-sqlite3';
import { describe, expect, it } from '@jest/globals';
import { openTrace } from '../../src/open-trace.js';
import { buildTrace } from '../../src/testing/index.js';
import type { BuildTraceOptions, TraceSpec } from '../../src/testing/index.js';
import { change, loosen } from '../__fixtures__/tamper.js';

const SPEC: TraceSpec = {
  regions: [
    { message: 'late', startNs: 900, endNs: 950, stackId: 5 },
    { message: 'step "1"\n', startNs: 0, endNs: 400, stackId: 1 },
    {
      name: 'hipMemcpyAsync',
      startNs: 20,
      endNs: 28,
      stackId: 3,
      parentStackId: 1,
      args: { sizeBytes: 4096, stream: '0x1' },
    },
    { name: 'hipLaunchKernel', startNs: 10, endNs: 15, stackId: 2, parentStackId: 1, args: { stream: '0x2' } },
    { message: 'x', startNs: 500, endNs: 600, stackId: 4, extdata: '{broken' },
  ],
};

async function detailsOf(options: BuildTraceOptions, spec: TraceSpec = SPEC) {
  const built = buildTrace(spec, options);
  const trace = openTrace(built.path);
  const columns = await trace.loadProcess(trace.processes[0]!);
  const rows = Uint32Array.from({ length: columns.regions.count }, (_, row) => row);
  const { details } = columns;
  const found = {
    texts: details.markerTexts(rows),
    arguments: details.arguments(rows).map((values) => Object.fromEntries(values)),
    parents: [...details.parentStackIds(rows)],
    some: details.markerTexts(Uint32Array.of(4, 0)),
  };
  trace.close();
  built.dispose();
  return found;
}

// In order of start: step 1 (0), launch (10), copy (20), the broken one (500), late (900).
const EXPECTED = {
  texts: ['step "1"\n', 'hipLaunchKernel', 'hipMemcpyAsync', null, 'late'],
  arguments: [{}, { stream: '0x2' }, { sizeBytes: '4096', stream: '0x1' }, {}, {}],
  parents: [0, 1, 1, 0, 0],
  some: ['late', 'step "1"\n'],
};

describe('details of regions', () => {
  it.each(['3.0', '3.0.5', '4.1'] as const)('belong to the rows asked for (layout %s)', async (layout) => {
    expect(await detailsOf({ layout })).toEqual(EXPECTED);
    expect(await detailsOf({ layout, rowOrder: 'shuffled' })).toEqual(EXPECTED);
  });

  it.each<[string, (database: Database) => void]>([
    [
      'gaps between ids',
      (database) => {
        change(database, 'update {region} set id = 1000 * id');
      },
    ],
    [
      'ids far apart',
      (database) => {
        change(database, 'update {region} set id = 1000000000000 * id');
      },
    ],
    [
      'no primary keys',
      (database) => {
        for (const base of ['region', 'event', 'arg']) loosen(database, base);
      },
    ],
    [
      'a row left out before them',
      (database) => {
        change(
          database,
          `insert into {region} (id, nid, pid, tid, start, "end", name_id) select -7, nid, pid, tid, 9, 8, name_id from {region} limit 1`,
        );
      },
    ],
  ])('are found with %s', async (_, tamper) => {
    expect(await detailsOf({ views: false, tamper })).toEqual(EXPECTED);
  });

  it('take the first of equal argument names', async () => {
    const { arguments: values } = await detailsOf({
      tamper: (database) => {
        change(
          database,
          `insert into {arg} (event_id, position, type, name, value) select event_id, 9, type, name, 'second' from {arg}`,
        );
      },
    });
    expect(values).toEqual(EXPECTED.arguments);
  });

  it('are empty where events and arguments are missing', async () => {
    const { texts, arguments: values, parents } = await detailsOf({ views: false, omitTables: ['event', 'arg'] });
    expect(texts).toEqual([
      'roctxThreadRangeA',
      'hipLaunchKernel',
      'hipMemcpyAsync',
      'roctxThreadRangeA',
      'roctxThreadRangeA',
    ]);
    expect([values, parents]).toEqual([
      [{}, {}, {}, {}, {}],
      [0, 0, 0, 0, 0],
    ]);
  });

  it('read a marker in a compressed blob as unknown', async () => {
    const { texts } = await detailsOf({
      tamper: (database) => {
        change(database, "update {event} set extdata = x'04224d18' where stack_id = 1");
      },
    });
    expect(texts[0]).toBeNull();
  });
});
