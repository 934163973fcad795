import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { computeFacts } from '../../../../src/lib/facts/compute-facts.js';
import { diagnose } from '../../../../src/lib/diagnosis/diagnose.js';
import { RanksSchema } from '../../../../src/schemas/ranks.js';
import type { Ranks } from '../../../../src/schemas/ranks.js';
import { processColumns, traceOf } from '../../../support/process-columns.js';
import type { KernelRow, ProcessRows } from '../../../support/process-columns.js';
import { severalProcesses } from '../../../support/trace-arbitrary.js';
import { GEMM, RCCL } from '../../../support/training-ranks.js';

const TRANSFER_NS = 10_000;

/** Work of each rank in each step, nanoseconds; `[rank][step]`. */
type Job = readonly (readonly number[])[];

const jobs: fc.Arbitrary<Job> = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 8 }))
  .chain(([ranks, steps]) =>
    fc.array(fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: steps, maxLength: steps }), {
      minLength: ranks,
      maxLength: ranks,
    }),
  );

/** Length of a job: each step lasts until its slowest rank has come and the data has moved. */
function lengthOf(job: Job): number {
  return (job[0] ?? []).reduce(
    (sum, _, step) => sum + Math.max(...job.map((work) => work[step] ?? 0)) + TRANSFER_NS,
    0,
  );
}

/** What ranks record of a job in which all work in kernels and leave each collective together. */
function record(job: Job): ProcessRows[] {
  return job.map((work, rank) => {
    const kernels: KernelRow[] = [];
    let start = 0;
    for (const [step, ns] of work.entries()) {
      const end = start + Math.max(...job.map((other) => other[step] ?? 0)) + TRANSFER_NS;
      kernels.push({ name: GEMM, startNs: start, endNs: start + ns });
      kernels.push({ name: RCCL, startNs: start + ns, endNs: end, stream: 1 });
      start = end;
    }
    return { guid: `g${rank}`, pid: 100 + rank, fileIndex: rank, environment: { RANK: String(rank) }, kernels };
  });
}

const factsOf = (processes: readonly ProcessRows[]) => computeFacts(traceOf(processes.map(processColumns)));

function expectLaws(ranks: Ranks): void {
  v.parse(RanksSchema, ranks);
  for (const rank of ranks.ranks) {
    const parts = rank.kernel_ns + rank.communication_exposed_ns + rank.copy_exposed_ns + rank.api_exposed_ns;
    expect(parts + rank.idle_other_ns).toBe(rank.wall_ns);
    expect(rank.api_exposed_wait_ns).toBeLessThanOrEqual(rank.api_exposed_ns);
    expect(rank.communication_exposed_ns).toBeLessThanOrEqual(rank.communication_ns);
  }
  expect(ranks.cohorts.flatMap(({ ranks: members }) => members).sort((a, b) => a - b)).toEqual([...ranks.ranks.keys()]);
  for (const { spread } of ranks.cohorts)
    for (const { min, median, max } of spread) {
      expect(min).toBeLessThanOrEqual(median);
      expect(median).toBeLessThanOrEqual(max);
    }
  const { straggler } = ranks;
  expect(straggler === null).toBe(ranks.straggler_reason !== null);
  for (const { own_ns: own, median_ns: median, excess_ns: excess } of straggler?.parts ?? [])
    expect(excess).toBe(own - median);
}

describe('laws of ranks', () => {
  it('the bound is what the job gains at most if the straggler needs no time at all', async () => {
    await fc.assert(
      fc.asyncProperty(jobs, async (job) => {
        const facts = await factsOf(record(job));
        const { ranks } = facts;
        if (ranks === null) throw new Error('no ranks');
        expectLaws(ranks);
        const gains = job.map((_, rank) => lengthOf(job) - lengthOf([...job.slice(0, rank), ...job.slice(rank + 1)]));
        const most = Math.max(...gains);
        const { straggler } = ranks;
        if (straggler !== null) {
          expect(straggler.bound_ns).toBe(gains[straggler.index]);
          expect(straggler.bound_ns).toBe(most);
          expect(straggler.caused_waiting_pct).toBeGreaterThanOrEqual(50);
        } else if (ranks.straggler_reason?.startsWith('No rank') === true)
          expect(most).toBeLessThan(0.02 * lengthOf(job) + 1);
        for (const entry of diagnose(facts).recommendations.filter(({ name }) => name === 'rank_straggler'))
          expect(entry.recoverable_ns).toBeLessThanOrEqual(most);
      }),
      { numRuns: 40 },
    );
  });

  it('waiting and transfer add up to the time in collectives, and the order of processes does not matter', async () => {
    await fc.assert(
      fc.asyncProperty(jobs, async (job) => {
        const processes = record(job);
        const { ranks } = await factsOf(processes);
        for (const rank of ranks?.ranks ?? [])
          expect((rank.waiting_ns ?? 0) + (rank.transfer_ns ?? 0)).toBe(rank.communication_ns);
        const backward = await factsOf([...processes].reverse());
        expect(backward.ranks).toEqual(ranks);
      }),
      { numRuns: 15 },
    );
  });

  it('hold for any processes', async () => {
    await fc.assert(
      fc.asyncProperty(severalProcesses, async (processes) => {
        const { ranks } = await factsOf(processes);
        if (ranks !== null) expectLaws(ranks);
      }),
      { numRuns: 100 },
    );
  });
});
