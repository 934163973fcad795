import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateTrace } from '../../src/testing/index.js';
import type { GeneratedTrace, GenerateTraceOptions } from '../../src/testing/index.js';
import { databaseRows } from './database-rows.js';

const OPTIONS: GenerateTraceOptions = {
  processes: 3,
  dispatches: 900,
  dispatchesPerStep: 300,
  collectivesPerStep: 2,
  counters: ['SQ_WAVES', 'GRBM_COUNT'],
  counterInstances: 8,
  counterEvery: 10,
  kernelNames: 40,
};

function bytesOf(files: GeneratedTrace): string[] {
  return files.paths.map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
}

describe('generateTrace', () => {
  let files: GeneratedTrace;
  beforeAll(() => {
    files = generateTrace(OPTIONS);
  });
  afterAll(() => files.dispose());
  const rows = (sql: string): unknown[][] => databaseRows(files.path, sql);

  it('writes as many dispatches as asked for, with two calls each', () => {
    expect(rows('SELECT COUNT(*) FROM kernels GROUP BY guid')).toEqual([[900n], [900n], [900n]]);
    const [[regions]] = rows('SELECT COUNT(*) FROM regions') as [[bigint]];
    expect(Number(regions)).toBe(files.regionCount);
    // Calls apart from those of launches: 3 collectives' own, copies, markers, waits; well under a tenth.
    expect(files.regionCount).toBeGreaterThanOrEqual(2 * 2700);
    expect(files.regionCount).toBeLessThan(2.1 * 2700);
    expect(files.dispatchCount).toBe(2700);
    expect(rows('SELECT COUNT(*) FROM memory_copies')).toEqual([[BigInt(files.copyCount)]]);
  });

  it('launches each dispatch by an earlier call with the same stack id', () => {
    const database = new Database(files.path, { readonly: true });
    database.exec(`CREATE TEMP TABLE call AS SELECT guid, stack_id, name, "end" FROM regions`);
    database.exec('CREATE INDEX temp.call_key ON call (guid, stack_id)');
    const unlinked = database
      .prepare(
        `SELECT COUNT(*) FROM kernels k LEFT JOIN call c ON c.guid = k.guid AND c.stack_id = k.stack_id
          WHERE c.name IS NULL OR c.name NOT LIKE 'hip%Launch%' OR k.start < c."end"`,
      )
      .pluck()
      .get();
    database.close();
    expect(unlinked).toBe(0);
  });

  it('never overlaps dispatches of one stream', () => {
    const overlaps = rows(`SELECT COUNT(*) FROM (
      SELECT start, LAG("end") OVER (PARTITION BY guid, stream_id ORDER BY start) AS previous FROM kernels
    ) WHERE previous > start`);
    expect(overlaps).toEqual([[0n]]);
  });

  it('ends collectives together on all ranks, and starts them when each is ready', () => {
    const ends = rows(`SELECT "end", COUNT(DISTINCT guid), COUNT(DISTINCT start) FROM kernels
      WHERE name LIKE 'nccl%' GROUP BY "end"`);
    expect(ends).toHaveLength(6);
    for (const [, ranks] of ends) expect(ranks).toBe(3n);
    expect(ends.some(([, , starts]) => Number(starts) > 1)).toBe(true);
    expect(rows(`SELECT COUNT(DISTINCT stream_id) FROM kernels WHERE name LIKE 'nccl%'`)).toEqual([[1n]]);
    expect(rows(`SELECT DISTINCT category FROM regions WHERE name = 'ncclAllReduce'`)).toEqual([['RCCL_API']]);
  });

  it('uses few names often and many rarely', () => {
    const counts = rows(`SELECT COUNT(*) FROM kernels WHERE name NOT LIKE 'nccl%' GROUP BY name ORDER BY 1 DESC`);
    const calls = counts.map(([count]) => Number(count));
    // Zipf with exponent 1.1 over 40 names gives the first one a share of 0.31.
    expect(calls[0]! / 2700).toBeGreaterThan(0.2);
    expect(calls.length).toBeGreaterThan(25);
    expect(calls.length).toBeLessThanOrEqual(40);
  });

  it('stores counters of each tenth dispatch, one row per instance', () => {
    const counted = rows(`SELECT COUNT(*), COUNT(DISTINCT event_id || guid) FROM rocpd_pmc_event`);
    // At most 90 dispatches per rank, 2 counters, 8 instances; the collective kernels among them have no counters.
    const [[values, dispatches]] = counted as [[bigint, bigint]];
    expect(values).toBe(dispatches * 16n);
    expect(Number(dispatches)).toBeGreaterThan(250);
    expect(Number(dispatches)).toBeLessThanOrEqual(270);
  });

  it('marks steps and their phases', () => {
    const markers = rows(`SELECT json_extract(extdata, '$.message') AS message, COUNT(*) FROM regions
      WHERE category = 'MARKER_CORE_RANGE_API' GROUP BY 1 ORDER BY 1`);
    expect(markers).toEqual([
      ['backward', 9n],
      ['forward', 9n],
      ['optimizer', 9n],
      ['step 0', 3n],
      ['step 1', 3n],
      ['step 2', 3n],
    ]);
  });

  it('describes ranks by process, environment and GPU', () => {
    expect(
      rows(`SELECT json_extract(p.environment, '$.RANK'), p.pid, n.hostname FROM rocpd_info_process p
        JOIN rocpd_info_node n ON n.guid = p.guid ORDER BY p.pid`),
    ).toEqual([
      ['0', 2000n, 'node-0'],
      ['1', 2001n, 'node-0'],
      ['2', 2002n, 'node-0'],
    ]);
    expect(rows('SELECT COUNT(DISTINCT agent_abs_index) FROM kernels')).toEqual([[3n]]);
  });

  it('keeps all times above 2^53', () => {
    const [[first]] = rows('SELECT MIN(start) FROM regions') as [[bigint]];
    expect(first).toBeGreaterThan(2n ** 53n);
  });
});

describe('generateTrace, sameness', () => {
  it('writes equal bytes for equal options, others for another seed', () => {
    const options = { dispatches: 300 };
    const made = [generateTrace(options), generateTrace(options), generateTrace({ ...options, seed: 2 })];
    const [first, second, third] = made.map(bytesOf);
    for (const files of made) files.dispose();
    expect(first).toEqual(second);
    expect(first).not.toEqual(third);
  });

  it('writes the same recording in each layout and in one file or several', () => {
    const totalsOf = (options: GenerateTraceOptions, table: string): unknown[] => {
      const files = generateTrace({ dispatches: 250, processes: 2, ...options });
      const totals = [0n, 0n];
      for (const path of files.paths) {
        const [[count, time]] = databaseRows(path, `SELECT COUNT(*), SUM("end" - start) FROM ${table}`) as [
          [bigint, bigint],
        ];
        totals[0]! += count;
        totals[1]! += time;
      }
      const result = [...totals, files.paths.length];
      files.dispose();
      return result;
    };
    const [count, time] = totalsOf({}, 'rocpd_kernel_dispatch');
    expect(count).toBe(500n);
    expect(totalsOf({ files: 'per-process' }, 'rocpd_kernel_dispatch')).toEqual([count, time, 2]);
    expect(totalsOf({ layout: '3.0.5' }, 'rocpd_kernel_dispatch')).toEqual([count, time, 1]);
    expect(totalsOf({ layout: '4.1' }, 'rocpd_kernel_dispatch')).toEqual([count, time, 1]);
    expect(totalsOf({ layout: 'rpd' }, `op WHERE opType = 'KernelExecution'`)).toEqual([count, time, 2]);
  });

  it('slows one rank down, which then spends the least time in collectives', () => {
    const files = generateTrace({
      dispatches: 600,
      processes: 3,
      dispatchesPerStep: 200,
      slowRank: { rank: 1, factor: 1.5 },
    });
    const times = databaseRows(
      files.path,
      `SELECT pid, SUM(duration) FROM kernels WHERE name LIKE 'nccl%' GROUP BY pid ORDER BY 2`,
    );
    files.dispose();
    expect(times[0]?.[0]).toBe(2001n);
  });

  it('gives each machine a clock of its own', () => {
    const files = generateTrace({ dispatches: 20, processes: 2, processesPerNode: 1 });
    const starts = databaseRows(files.path, 'SELECT start FROM rocpd_info_process ORDER BY pid') as [bigint][];
    const hosts = databaseRows(files.path, 'SELECT COUNT(DISTINCT machine_id) FROM rocpd_info_node');
    files.dispose();
    expect(hosts).toEqual([[2n]]);
    expect(starts[1]![0] - starts[0]![0]).toBe(987_654_321_987n);
  });
});
