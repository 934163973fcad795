import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { TraceDiffSchema } from '../../../src/schemas/trace-diff.js';
import { compareSides } from '../../../src/lib/trace-diff/compare-sides.js';
import { createSide } from '../../../src/lib/trace-diff/comparison-side.js';
import type { ComparisonSide } from '../../../src/lib/trace-diff/comparison-side.js';
import { measureRun } from '../../../src/lib/trace-diff/run-measure.js';
import { processColumns, traceOf } from '../../support/process-columns.js';
import type { ProcessRows } from '../../support/process-columns.js';
import { processRows } from '../../support/trace-arbitrary.js';

const OPTIONS = { topKernels: 100, thresholdPct: 5 };
/** Runs with at least one kernel of some length. */
const runs = fc.array(
  processRows.map((rows): ProcessRows => ({
    ...rows,
    kernels: [...(rows.kernels ?? []), { name: 'gemm', startNs: 0, endNs: 7 }],
  })),
  { minLength: 1, maxLength: 3 },
);

async function sideOf(processes: readonly ProcessRows[]): Promise<ComparisonSide> {
  const measures = [];
  for (const rows of processes) measures.push(await measureRun(traceOf([processColumns(rows)])));
  return createSide(measures);
}

async function compare(before: readonly ProcessRows[], after: readonly ProcessRows[]) {
  const diff = compareSides(await sideOf(before), await sideOf(after), OPTIONS);
  v.parse(TraceDiffSchema, { schema_version: '0.3.1', baseline_db: 'a', new_db: 'b', ...diff });
  return diff;
}

describe('laws of comparisons', () => {
  it('count effect and rate effect add up to the change, and the changes to that of the sum', async () => {
    await fc.assert(
      fc.asyncProperty(runs, runs, async (before, after) => {
        const diff = await compare(before, after);
        for (const row of diff.per_kernel) {
          expect(row.count_effect_ns + row.rate_effect_ns).toBe(row.delta_ns);
          expect(row.new_ns - row.baseline_ns).toBe(row.delta_ns);
        }
        if (before.length > 1 || after.length > 1) return;
        const sum = diff.per_kernel.reduce((total, row) => total + row.delta_ns, 0);
        expect(sum).toBe(diff.wall_delta_ns);
        const parts = diff.window_parts.reduce((total, part) => total + part.delta_ns, 0);
        expect(parts).toBe(diff.envelope_delta_ns);
      }),
      { numRuns: 60 },
    );
  });

  it('swapping the sides turns every change round', async () => {
    await fc.assert(
      fc.asyncProperty(runs, runs, async (before, after) => {
        const there = await compare(before, after);
        const back = await compare(after, before);
        expect(there.wall_delta_ns).toBe(0 - back.wall_delta_ns);
        expect(there.verdict_delta_ns).toBe(0 - back.verdict_delta_ns);
        expect(there.gpu_busy_delta_ns).toBe(0 - (back.gpu_busy_delta_ns ?? 0));
        const changes = (diff: typeof there, sign: 1 | -1) =>
          diff.per_kernel.map((row) => [row.name, sign * row.delta_ns + 0, row.p_adjusted]).sort();
        expect(changes(there, 1)).toEqual(changes(back, -1));
        expect(there.added.map(({ name }) => name).sort()).toEqual(back.removed.map(({ name }) => name).sort());
      }),
      { numRuns: 60 },
    );
  });

  it('nothing changed against itself', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (rows) => {
        const diff = await compare(rows, rows);
        expect(diff).toMatchObject({ verdict: 'neutral', verdict_delta_pct: 0, wall_delta_ns: 0 });
        expect([...diff.primary_regressions, ...diff.primary_improvements, ...diff.added, ...diff.removed]).toEqual([]);
        expect(diff.per_kernel.every((row) => row.delta_ns === 0 && row.significance !== 'significant')).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('the order of the runs of a side does not matter', async () => {
    await fc.assert(
      fc.asyncProperty(runs, runs, async (before, after) => {
        const there = await compare(before, after);
        const back = await compare([...before].reverse(), [...after].reverse());
        expect({ ...there, runs: null }).toEqual({ ...back, runs: null });
      }),
      { numRuns: 40 },
    );
  });
});
