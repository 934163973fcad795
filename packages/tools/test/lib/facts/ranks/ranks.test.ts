import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { RanksSchema } from '../../../../src/schemas/ranks.js';
import type { Ranks } from '../../../../src/schemas/ranks.js';
import { GEMM, factsOfProcesses, ranksOf, trainingRank } from '../../../support/training-ranks.js';

const devices = ({ unlike }: Ranks) => unlike.map(({ device }) => device);
const figure = (ranks: Ranks, name: string) => ranks.cohorts[0]?.spread.find((entry) => entry.figure === name);
const MI210 = [{ name: 'gfx90a', productName: 'MI210', hardware: { cu_count: 104 } }] as const;

describe('figures per rank', () => {
  it('divide the own window of each rank', async () => {
    const ranks = v.parse(RanksSchema, await ranksOf([trainingRank(0), trainingRank(1, { copyNs: 20_000 })]));
    // 10 steps of 100 us, the last without its 10 us of idle time; the other rank is 20 us earlier in each collective
    expect(ranks.ranks).toEqual([
      expect.objectContaining({
        rank: 0,
        device: 'GPU 0, rank 0',
        node: 'node-a',
        gfx_id: 'gfx942',
        wall_ns: 990_000,
        kernel_ns: 400_000,
        communication_ns: 500_000,
        communication_exposed_ns: 500_000,
        transfer_ns: 300_000,
        waiting_ns: 200_000,
        late_ns: 0,
        copy_exposed_ns: 0,
        api_exposed_ns: 0,
        idle_other_ns: 90_000,
        dispatch_count: 20,
        copy_count: 0,
        first_start_ns: 0,
      }),
      expect.objectContaining({
        rank: 1,
        kernel_ns: 400_000,
        communication_ns: 300_000,
        transfer_ns: 300_000,
        waiting_ns: 0,
        late_ns: 200_000,
        copy_exposed_ns: 200_000,
        idle_other_ns: 90_000,
        copy_count: 10,
      }),
    ]);
    for (const rank of ranks.ranks)
      expect(
        rank.kernel_ns +
          rank.communication_exposed_ns +
          rank.copy_exposed_ns +
          rank.api_exposed_ns +
          rank.idle_other_ns,
      ).toBe(rank.wall_ns);
  });

  it('spread over like ranks', async () => {
    const ranks = await ranksOf([0, 10_000, 30_000].map((kernelNs, index) => trainingRank(index, { kernelNs })));
    // 400, 500, 700 us: mean 533.3, standard deviation 152.75
    expect(figure(ranks, 'kernel_ns')).toEqual({
      figure: 'kernel_ns',
      min: 400_000,
      median: 500_000,
      max: 700_000,
      max_over_median: 1.4,
      cv: expect.closeTo(0.2864, 4),
      max_device: 'GPU 0, rank 2',
    });
  });

  it('need two devices with GPU work', async () => {
    expect((await factsOfProcesses([trainingRank(0)])).ranks).toBeNull();
    const host = { regions: [{ name: 'hipGetDevice', startNs: 0, endNs: 5 }] };
    expect((await factsOfProcesses([trainingRank(0), host])).ranks).toBeNull();
  });

  it('are the same for one file and for one per rank, and in any order of rows', async () => {
    const processes = [0, 1, 2].map((index) => trainingRank(index, { kernelNs: index * 10_000 }));
    const together = await ranksOf(processes);
    expect(await ranksOf(processes, { files: 'per-process' })).toEqual(together);
    expect(await ranksOf(processes, { rowOrder: 'shuffled' })).toEqual(together);
  });
});

describe('who is compared with whom (hard inputs 15 and 16)', () => {
  it('tells ranks of two nodes apart by node and process, though all numbers are equal', async () => {
    const same = (node: string) => ({ process: { node, pid: 42, environment: {} } });
    const ranks = await ranksOf([
      trainingRank(0, same('node-a')),
      trainingRank(0, { ...same('node-b'), kernelNs: 1000 }),
    ]);
    expect(ranks.ranks.map(({ pid, device }) => [pid, device])).toEqual([
      [42, 'GPU 0, process #1'],
      [42, 'GPU 0, process #2'],
    ]);
    expect(ranks.ranks.map(({ node }) => node).sort()).toEqual(['node-a', 'node-b']);
    expect(new Set(ranks.ranks.map(({ guid }) => guid)).size).toBe(2);
  });

  it('leaves a rank with fewer steps, of another GPU or program out of spreads, and names it', async () => {
    const ranks = await ranksOf([
      trainingRank(0),
      trainingRank(1),
      trainingRank(2, { steps: 8 }),
      trainingRank(3, { process: { agents: MI210 } }),
      trainingRank(4, { process: { command: 'python serve.py' } }),
    ]);
    expect(ranks.cohorts.map((cohort) => cohort.ranks)).toEqual([[0, 1], [2], [3], [4]]);
    expect(ranks.unlike).toEqual([
      { device: 'GPU 0, rank 2', reason: 'less work (8 dispatches beside communication, the others about 10)' },
      {
        device: 'GPU 0, rank 3',
        reason: expect.stringContaining('another kind of GPU (gfx90a with 104 compute units'),
      },
      { device: 'GPU 0, rank 4', reason: 'another program' },
    ]);
    expect(figure(ranks, 'dispatch_count')).toMatchObject({ min: 20, max: 20 });
    expect(ranks.cohorts.slice(1).every(({ spread }) => spread.length === 0)).toBe(true);
  });

  it('takes a few more dispatches for like work', async () => {
    const logger = trainingRank(1, { steps: 20 });
    const extra = { name: 'log_kernel', startNs: 2_000_100, endNs: 2_000_200 };
    const ranks = await ranksOf([
      trainingRank(0, { steps: 20 }),
      { ...logger, kernels: [...(logger.kernels ?? []), extra] },
    ]);
    // 20 of 21 dispatches match
    expect(devices(ranks)).toEqual([]);
  });

  it('lists missing ranks by the size of the job, or by gaps in the numbers', async () => {
    const sized = (number: number) =>
      trainingRank(number, { process: { environment: { RANK: String(number), WORLD_SIZE: '4' } } });
    expect(await ranksOf([sized(0), sized(3)])).toMatchObject({
      world_size: 4,
      missing_rank_count: 2,
      missing_ranks: [1, 2],
    });
    expect(await ranksOf([trainingRank(0), trainingRank(2)])).toMatchObject({
      world_size: null,
      missing_rank_count: 1,
      missing_ranks: [1],
    });
    expect(await ranksOf([trainingRank(0), trainingRank(1)])).toMatchObject({
      world_size: null,
      missing_rank_count: null,
      missing_ranks: null,
    });
  });

  it('tells of missing and unlike ranks once', async () => {
    const codes = async (...processes: Parameters<typeof ranksOf>[0]) =>
      (await factsOfProcesses(processes)).diagnostics.map(({ code }) => code).filter((code) => code.startsWith('RANK'));
    const sized = { process: { environment: { RANK: '0', WORLD_SIZE: '4' } } };
    expect(
      await codes(
        trainingRank(0, sized),
        trainingRank(1, { process: { environment: { RANK: '1', WORLD_SIZE: '4' } } }),
      ),
    ).toEqual(['RANKS_MISSING']);
    expect(await codes(trainingRank(0), trainingRank(2))).toEqual(['RANKS_MISSING']);
    expect(await codes(trainingRank(0), trainingRank(1, { steps: 5 }))).toEqual(['RANKS_UNLIKE']);
  });
});

describe('the straggler', () => {
  const four = (late: Parameters<typeof trainingRank>[1]) =>
    ranksOf([trainingRank(0), trainingRank(1, { kernelNs: 5000 }), trainingRank(2, late), trainingRank(3)]);

  it('is the rank that the others wait for, with what its kernels take longer', async () => {
    const { straggler, straggler_reason: reason } = await four({ kernelNs: 25_000 });
    // Per step it comes 25, 20 and 25 us after the others, and 20 us after the second-last.
    expect(reason).toBeNull();
    expect(straggler).toEqual({
      index: 2,
      rank: 2,
      device: 'GPU 0, rank 2',
      basis: 'collectives',
      last_count: 10,
      matched_count: 10,
      caused_waiting_ns: 700_000,
      caused_waiting_pct: 100,
      bound_ns: 200_000,
      window_count: 1,
      lead: 'kernels',
      parts: [
        { part: 'kernels', own_ns: 650_000, median_ns: 400_000, excess_ns: 250_000 },
        { part: 'copies', own_ns: 0, median_ns: 0, excess_ns: 0 },
        { part: 'api_calls', own_ns: 0, median_ns: 0, excess_ns: 0 },
        { part: 'empty_gpu', own_ns: 90_000, median_ns: 90_000, excess_ns: 0 },
      ],
      kernels: [{ name: GEMM, calls: 10, median_calls: 10, own_ns: 650_000, median_ns: 400_000, excess_ns: 250_000 }],
      idle_causes: [],
    });
  });

  it.each([
    ['copies', { copyNs: 25_000 }],
    ['api_calls', { apiNs: 25_000 }],
    ['empty_gpu', { idleNs: 25_000 }],
  ])('leads in %s where those make it late', async (lead, habit) => {
    const { straggler } = await four(habit);
    expect(straggler).toMatchObject({ rank: 2, lead, bound_ns: 200_000 });
    expect(straggler?.parts[0]).toMatchObject({ part: lead, excess_ns: 250_000 });
  });

  it('says why its GPU was empty', async () => {
    const { straggler } = await four({ apiNs: 25_000 });
    expect(straggler?.idle_causes[0]?.excess_ns).toBe(250_000);
  });

  it('may be a rank that does other work', async () => {
    const late = trainingRank(2, { kernelNs: 25_000 });
    const kernels = (late.kernels ?? []).map((kernel) => (kernel.name === GEMM ? { ...kernel, name: 'sort' } : kernel));
    const { straggler } = await ranksOf([trainingRank(0), trainingRank(1), { ...late, kernels }]);
    expect(straggler).toMatchObject({ rank: 2, lead: 'other_work', parts: [], kernels: [], bound_ns: 250_000 });
  });

  it('is nobody where ranks take turns', async () => {
    // Ranks 0 and 1 compute 20 us longer in every second step each: both cause half of the waiting.
    const turn = (number: number) => {
      const fast = trainingRank(number).kernels ?? [];
      const slow = trainingRank(number, { kernelNs: 20_000 }).kernels ?? [];
      return trainingRank(number, {
        process: {
          kernels: fast.map((kernel, index) =>
            Math.floor(index / 2) % 3 === number ? (slow[index] ?? kernel) : kernel,
          ),
        },
      });
    };
    const { straggler, straggler_reason: reason } = await ranksOf([turn(0), turn(1), turn(2)]);
    expect(straggler).toBeNull();
    // rank 0 is last in 4 of 10 steps
    expect(reason).toBe(
      'Ranks take turns at coming last: GPU 0, rank 0 causes most waiting, and that is 40.0% of all.',
    );
  });

  it('is nobody where all come together, or nearly so', async () => {
    expect((await ranksOf([trainingRank(0), trainingRank(1)])).straggler_reason).toBe(
      'All ranks come to their matched collectives together.',
    );
    // 1 us of each step of 100
    const { straggler, straggler_reason: reason } = await ranksOf([
      trainingRank(0),
      trainingRank(1, { kernelNs: 1000 }),
    ]);
    expect(straggler).toBeNull();
    expect(reason).toContain('1.0% of their window at most');
  });

  it('costs nothing where the others hide their waiting under kernels', async () => {
    const busy = (number: number) => {
      const rank = trainingRank(number);
      const cover = (rank.kernels ?? []).filter(({ name }) => name !== GEMM);
      return {
        ...rank,
        kernels: [...(rank.kernels ?? []), ...cover.map((kernel) => ({ ...kernel, name: GEMM, stream: 2 }))],
      };
    };
    const { straggler } = await ranksOf([busy(0), busy(1), trainingRank(2, { kernelNs: 25_000 })]);
    expect(straggler).toBeNull();
  });

  it('is the longest window where nothing could be matched, and a bound is what it is longer', async () => {
    const shard = (number: number, endNs: number) => ({
      environment: { RANK: String(number) },
      kernels: [{ name: GEMM, startNs: 0, endNs }],
    });
    const { straggler } = await ranksOf([shard(0, 1000), shard(1, 1010), shard(2, 1600)]);
    expect(straggler).toMatchObject({
      rank: 2,
      basis: 'window',
      bound_ns: 590,
      lead: 'kernels',
      last_count: null,
      caused_waiting_ns: null,
    });
    const even = await ranksOf([shard(0, 1000), shard(1, 1010), shard(2, 1050)]);
    expect(even.straggler).toBeNull();
    expect(even.straggler_reason).toContain('10%');
  });
});
