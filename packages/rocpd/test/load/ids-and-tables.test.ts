import { describe, expect, it } from '@jest/globals';
import { dispatchRows, plainColumns, regionRows } from '../__fixtures__/load-all.js';
import { load, tampered, withSql } from '../__fixtures__/sample-process.js';
import { change, loosen } from '../__fixtures__/tamper.js';

describe('ids', () => {
  it('of events that are far apart still link', async () => {
    const spread = (factor: string) =>
      withSql(
        `update {event} set id = -(id * ${factor})`,
        ...['kernel_dispatch', 'memory_copy', 'region', 'sample', 'pmc_event', 'arg'].map(
          (base) => `update {${base}} set event_id = -(event_id * ${factor})`,
        ),
      );
    const plain = plainColumns(await load());
    expect(plainColumns(await spread('1000000'))).toEqual(plain);
    expect(plainColumns(await spread('100000000000000'))).toEqual(plain);
  });

  it('of events in a table without primary key still link', async () => {
    const columns = await tampered((database) => {
      change(database, 'update {event} set id = 1000 - id');
      for (const base of ['kernel_dispatch', 'memory_copy', 'region', 'sample', 'pmc_event', 'arg'])
        change(database, `update {${base}} set event_id = 1000 - event_id`);
      loosen(database, 'event');
    });
    expect(plainColumns(columns)).toEqual(plainColumns(await load()));
  });

  it('with gaps, and tables without primary key or row ids, read the same', async () => {
    const plain = plainColumns(await load());
    const apart = await withSql(
      'update {region} set id = 10 * id - 100',
      'update {kernel_dispatch} set id = id * 1000000000000',
      'update {event} set id = id where id > 0',
    );
    expect(plainColumns(apart)).toEqual(plain);
    const loose = await tampered((database) => {
      for (const base of ['kernel_dispatch', 'memory_copy', 'region', 'pmc_event', 'sample']) loosen(database, base);
    });
    expect(plainColumns(loose)).toEqual(plain);
    const withoutRowid = await tampered((database) => {
      const [name, sql] = database
        .prepare("select name, sql from sqlite_master where name like 'rocpd_region_%'")
        .raw()
        .get() as [string, string];
      database.pragma('foreign_keys = off');
      database.exec(`alter table "${name}" rename to old_region`);
      database.exec(`${sql.replace(/AUTOINCREMENT/i, '').replace(/;?\s*$/, '')} without rowid`);
      database.exec(`insert into "${name}" select * from old_region; drop table old_region`);
    });
    expect(plainColumns(withoutRowid)).toEqual(plain);
  });

  it('of correlation beyond 2^32 and 2^53 link exactly, and never two that only look alike', async () => {
    const large = async (first: string, second: string) =>
      withSql(
        `update {event} set stack_id = ${first} where stack_id = 2`,
        `update {event} set stack_id = ${second} where stack_id = 4`,
        `update {event} set parent_stack_id = ${first} where parent_stack_id = 1`,
      );
    for (const [first, second] of [
      ['4294967296', '4294967297'],
      ['9007199254740993', '9007199254740992'],
      ['-5', '-6'],
      ['-9223372036854775808', '-9223372036854775807'],
    ]) {
      const columns = await large(first!, second!);
      const regions = regionRows(columns);
      const [gemm, add] = dispatchRows(columns);
      expect(gemm!.stackId).toBe(regions[1]!.stackId);
      expect(add!.stackId).toBe(regions[3]!.stackId);
      expect(gemm!.stackId).not.toBe(add!.stackId);
      expect(gemm!.stackId).not.toBe(0);
    }
  });

  it('more than 65,535 in a column are told apart', async () => {
    const copied =
      'nid, pid, tid, agent_id, kernel_id, queue_id, workgroup_size_x, workgroup_size_y, workgroup_size_z, grid_size_x, grid_size_y, grid_size_z';
    const { dispatches } = await withSql(
      `insert into {kernel_dispatch} (${copied}, dispatch_id, stream_id, start, "end")
       with recursive numbers (n) as (select 1000 union all select n + 1 from numbers where n < 70999)
       select ${copied}, n, n, n, n + 1 from numbers, {kernel_dispatch} where dispatch_id = 1`,
    );
    // Streams 0 and 3 are those of the three dispatches before.
    expect([dispatches.count, dispatches.streams.length]).toEqual([70_003, 70_002]);
    expect(dispatches.streams[dispatches.stream[70_002]!]).toBe(70_999);
  });
});

describe('counters of a sample', () => {
  it('are no counters of a dispatch', async () => {
    const columns = await tampered(
      (database) => {
        change(database, 'update {pmc_event} set sample_id = 1 where value = 64');
      },
      { layout: '3.0.5' },
    );
    expect(plainColumns(columns).counters).toEqual([
      [0, 'TCC_HIT', 1],
      [0, 'TCC_HIT', 2],
      [1, 'SQ_WAVES', 8],
    ]);
  });
});

describe('views, triggers and names of a file', () => {
  it('are never used', async () => {
    const columns = await tampered((database) => {
      database.exec('create view rocpd_kernel_dispatch as select 1 as id, 5 as start, 6 as "end"');
      database.exec(
        'create view rocpd_kernel_dispatch_evil as select load_extension(\'x\') as id, 5 as start, 6 as "end"',
      );
    });
    expect(columns.dispatches.count).toBe(3);
  });

  it('may hold quotes and SQL', async () => {
    const suffix = '_x"; drop table y; --';
    const columns = await tampered((database) => {
      const names = database
        .prepare("select name from sqlite_master where type = 'table' and name like 'rocpd_%'")
        .pluck()
        .all() as string[];
      database.pragma('legacy_alter_table = on');
      for (const name of names) {
        const base = name.replace(/_[0-9a-f]{8}_[0-9a-f_]+$/, '');
        database.exec(`alter table "${name}" rename to "${(base + suffix).replaceAll('"', '""')}"`);
      }
    });
    expect(columns.dispatches.count).toBe(3);
  });

  it('may come without a suffix', async () => {
    const columns = await tampered((database) => {
      const names = database
        .prepare("select name from sqlite_master where type = 'table' and name like 'rocpd_%'")
        .pluck()
        .all() as string[];
      database.pragma('legacy_alter_table = on');
      for (const name of names)
        database.exec(`alter table "${name}" rename to "${name.replace(/_[0-9a-f]{8}_[0-9a-f_]+$/, '')}"`);
    });
    expect(plainColumns(columns)).toEqual(plainColumns(await load()));
  });
});
