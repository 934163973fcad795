import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from '@jest/globals';
import { detectLayout } from '../../src/layout/detect-layout.js';

/** The layout of a database with tables of these names and columns. */
function detect(tables: Readonly<Record<string, string>>) {
  const database = new BetterSqlite3(':memory:');
  for (const [name, columns] of Object.entries(tables)) database.exec(`create table "${name}" (${columns})`);
  const found = detectLayout(database);
  database.close();
  if (found.kind !== 'trace') return found;
  const processes = found.processes.map(({ suffix, tables: own }) => [suffix, [...own.keys()].sort()]);
  return { kind: found.kind, layout: found.layout, processes };
}

const TIMES = 'id integer primary key, start, "end"';

describe('detectLayout', () => {
  it('takes table suffixes for processes', () => {
    const found = detect({
      rocpd_string_a: 'id',
      rocpd_region_a: `${TIMES}, tid`,
      rocpd_string_b: 'id',
      rocpd_kernel_dispatch_b: `${TIMES}, agent_id`,
    });
    expect(found).toEqual({
      kind: 'trace',
      layout: 'rocpd-3',
      processes: [
        ['_b', ['kernel_dispatch', 'string']],
        ['_a', ['region', 'string']],
      ],
    });
  });

  it('does not take a table whose name goes on for a process', () => {
    const found = detect({
      rocpd_string_a: 'id',
      rocpd_region_a: `${TIMES}, tid`,
      rocpd_region_stats_a: 'id',
      rocpd_event_a: 'id',
      rocpd_event_operation_a: 'id',
    });
    expect(found).toMatchObject({
      processes: [['_a', ['event', 'event_operation', 'region', 'region_stats', 'string']]],
    });
  });

  it('keeps two suffixes apart of which one ends like the other', () => {
    const found = detect({
      rocpd_metadata_b: 'id',
      rocpd_string_b: 'id',
      rocpd_metadata_a_b: 'id',
      rocpd_string_a_b: 'id',
    });
    expect(found).toMatchObject({
      processes: [
        ['_a_b', ['metadata', 'string']],
        ['_b', ['metadata', 'string']],
      ],
    });
  });

  it('knows layout 4 by rows that name a track, not by a version text', () => {
    expect(
      detect({ rocpd_metadata_a: 'id', rocpd_string_a: 'id', rocpd_kernel_dispatch_a: `${TIMES}, track_id` }),
    ).toMatchObject({ layout: 'rocpd-4' });
    expect(detect({ rocpd_string_a: 'id', rocpd_kernel_dispatch_a: `${TIMES}, track_id, agent_id` })).toMatchObject({
      layout: 'rocpd-3',
    });
  });

  it('knows rocmProfileData by its tables of calls and operations', () => {
    expect(detect({ rocpd_api: TIMES, rocpd_op: TIMES })).toMatchObject({ layout: 'rpd' });
    expect(detect({ rocpd_api: 'id', rocpd_op: TIMES })).toMatchObject({ kind: 'unsupported' });
  });

  it('refuses records without times', () => {
    expect(detect({ rocpd_string_a: 'id', rocpd_region_a: 'id, time_id' })).toMatchObject({
      kind: 'unsupported',
      problem: 'table rocpd_region has no start and end',
    });
  });

  it('ignores views and virtual tables', () => {
    const database = new BetterSqlite3(':memory:');
    database.exec(
      `create view rocpd_kernel_dispatch_a as select 1; create virtual table rocpd_region_a using dbstat; create table t (x)`,
    );
    const found = detectLayout(database);
    database.close();
    expect(found.kind).toBe('foreign');
  });
});
