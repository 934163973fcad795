import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { exampleTrace } from '../../src/testing/index.js';
import { databaseRows } from './database-rows.js';

const folder = mkdtempSync(join(tmpdir(), 'perfxpert-example-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('exampleTrace', () => {
  const { path } = exampleTrace(join(folder, 'example.db'));

  it('is small and always the same', () => {
    expect(statSync(path).size).toBeLessThan(1_000_000);
    const again = exampleTrace(join(folder, 'again.db'));
    expect(readFileSync(again.path).equals(readFileSync(path))).toBe(true);
  });

  it('has a slower attention kernel where asked', () => {
    const slower = exampleTrace(join(folder, 'slower.db'), { attentionFactor: 2 });
    const attentionNs = (file: string): number => {
      const [[total]] = databaseRows(file, "SELECT SUM(duration) FROM kernels WHERE name LIKE '%FmhaFwdKernel%'") as [
        [bigint],
      ];
      return Number(total);
    };
    // The same random numbers scale a doubled median, and every time is rounded to whole nanoseconds
    expect(attentionNs(slower.path) / attentionNs(path)).toBeCloseTo(2, 2);
  });

  it('is dominated by one matrix product', () => {
    const [[name, , , share]] = databaseRows(path, 'SELECT * FROM top_kernels LIMIT 1') as [
      [string, bigint, number, number],
    ];
    expect(name).toMatch(/^Cijk_/);
    expect(share).toBeGreaterThan(35);
  });

  it('uploads a batch per step while no kernel runs', () => {
    const [[uploads, covered]] = databaseRows(
      path,
      `SELECT COUNT(*), COUNT(k.id) FROM memory_copies m
        LEFT JOIN kernels k ON k.start < m."end" AND k."end" > m.start WHERE m.name LIKE '%HOST_TO_DEVICE'`,
    ) as [[bigint, bigint]];
    expect([uploads, covered]).toEqual([5n, 0n]);
  });

  it('marks five steps and counts the dominant kernel', () => {
    const steps = databaseRows(
      path,
      `SELECT COUNT(*) FROM regions WHERE json_extract(extdata, '$.message') LIKE 'step %'`,
    );
    expect(steps).toEqual([[5n]]);
    // 2 * 4096 * 8192 * 4096 operations, 512 to a count
    const counted = databaseRows(
      path,
      `SELECT DISTINCT value FROM counters_collection WHERE counter_name = 'SQ_INSTS_VALU_MFMA_MOPS_BF16' AND value > 0
        ORDER BY 1 DESC`,
    );
    expect(counted[0]).toEqual([536_870_912]);
  });

  it('records several ranks into files of their own', () => {
    const files = exampleTrace(join(folder, 'rank.db'), { ranks: 2 });
    expect(files.paths).toEqual([join(folder, 'rank.db'), join(folder, 'rank-1.db')]);
    const ends = files.paths.map((file) => databaseRows(file, `SELECT "end" FROM kernels WHERE name LIKE 'nccl%'`));
    expect(ends[0]).toHaveLength(10);
    expect(ends[0]).toEqual(ends[1]);
  });
});
