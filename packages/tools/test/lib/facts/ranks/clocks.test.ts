import { describe, expect, it } from '@jest/globals';
import { factsOfProcesses, ranksOf, trainingRank } from '../../../support/training-ranks.js';
import type { RankHabit } from '../../../support/training-ranks.js';

const on = (node: string): Pick<RankHabit, 'process'> => ({ process: { node } });
const apart = (habit: RankHabit = {}) => ({ ...habit, ...on('node-b') });

describe('clocks of ranks (hard input 17)', () => {
  it('are one on one machine, and the ends of collectives bear it out', async () => {
    const ranks = await ranksOf([trainingRank(0), trainingRank(1, { kernelNs: 20_000 })]);
    expect(ranks.cohorts[0]?.clock).toEqual({
      method: 'one_clock',
      collective_count: 10,
      residual_ns: 0,
      drift_ppm: null,
      reason: null,
    });
  });

  it.each([3_000, 50_000_000, -7_000_000_000])(
    'are aligned by the ends of matched collectives where nodes are %d ns apart',
    async (offsetNs) => {
      const ranks = await ranksOf([trainingRank(0), trainingRank(1, apart({ kernelNs: 20_000, offsetNs }))]);
      expect(ranks.cohorts[0]?.clock).toEqual({
        method: 'collective_ends',
        collective_count: 10,
        residual_ns: 0,
        drift_ppm: 0,
        reason: null,
      });
      // Both begin their first step together, whatever their clocks say.
      expect(ranks.ranks.map((rank) => rank.first_start_ns)).toEqual([0, 0]);
      expect(ranks.straggler).toMatchObject({ rank: 1, bound_ns: 200_000, lead: 'kernels', window_count: 2 });
    },
  );

  it('show a late start on an aligned clock', async () => {
    const late = trainingRank(1, apart({ offsetNs: 9_000_000 }));
    // its first GEMM starts 15 us later than the other's
    const kernels = (late.kernels ?? []).map((kernel, index) =>
      index === 0 ? { ...kernel, startNs: Number(kernel.startNs) + 15_000 } : kernel,
    );
    const ranks = await ranksOf([trainingRank(0), { ...late, kernels }]);
    expect(ranks.ranks.map((rank) => rank.first_start_ns)).toEqual([0, 15_000]);
  });

  it('are aligned with their drift', async () => {
    // 200 ppm over 300 steps of 100 us: 6 us at the end, more than the 2.5 us that one offset may leave
    const ranks = await ranksOf([
      trainingRank(0, { steps: 300 }),
      trainingRank(1, apart({ steps: 300, offsetNs: 40_000_000, driftPpm: 200 })),
    ]);
    const clock = ranks.cohorts[0]?.clock;
    expect(clock).toMatchObject({ method: 'collective_ends', collective_count: 300, reason: null });
    expect(clock?.drift_ppm).toBeCloseTo(200, 0);
    expect(clock?.residual_ns).toBeLessThan(10);
    expect(ranks.ranks.map((rank) => rank.first_start_ns ?? 99)).toEqual([expect.any(Number), expect.any(Number)]);
    for (const rank of ranks.ranks) expect(rank.first_start_ns).toBeLessThan(10);
  });

  it('are not aligned where ends disagree, and no start is stated', async () => {
    // every second collective ends 30 us later on one of the two: no shift explains that
    const processes = [trainingRank(0), trainingRank(1, apart({ offsetNs: 1_000_000, jitterNs: 9_000 }))];
    const ranks = await ranksOf(processes);
    expect(ranks.cohorts[0]?.clock).toMatchObject({ method: 'none', collective_count: 10, drift_ppm: null });
    expect(ranks.cohorts[0]?.clock.residual_ns).toBeGreaterThan(2_500);
    expect(ranks.cohorts[0]?.clock.reason).toContain('disagree');
    expect(ranks.ranks.map((rank) => rank.first_start_ns)).toEqual([null, null]);
    const { diagnostics } = await factsOfProcesses(processes);
    expect(diagnostics.map(({ code }) => code)).toContain('RANK_CLOCKS_NOT_ALIGNED');
  });

  it('are not aligned by too few collectives, or without any', async () => {
    const few = await ranksOf([trainingRank(0, { steps: 2 }), trainingRank(1, apart({ steps: 2, offsetNs: 5_000 }))]);
    expect(few.cohorts[0]?.clock).toMatchObject({ method: 'none', collective_count: 2, residual_ns: null });
    const kernels = [{ name: 'gemm', startNs: 0, endNs: 10_000 }];
    const none = await ranksOf([
      { kernels, environment: { RANK: '0' } },
      { kernels, environment: { RANK: '1' }, node: 'node-b' },
    ]);
    expect(none.cohorts[0]?.clock).toMatchObject({ method: 'none', collective_count: 0 });
    expect(none.ranks.map((rank) => rank.first_start_ns)).toEqual([null, null]);
  });

  it('are not believed to be one where ends contradict it, though the machine is', async () => {
    // 8 us apart; 2.5 us would pass, 5 % of a collective of 50 us
    const { ranks, communication } = await factsOfProcesses([trainingRank(0), trainingRank(1, { offsetNs: 8_000 })]);
    expect(ranks?.cohorts[0]?.clock).toMatchObject({ method: 'collective_ends', residual_ns: 0 });
    expect(ranks?.ranks.map((rank) => rank.first_start_ns)).toEqual([0, 0]);
    // and the communication section states no arrival by it
    expect(communication?.summary).toMatchObject({ wait_ns: null, skew_ns: null });
    expect(communication?.arrivals.every(({ starts_ns: starts }) => starts === null)).toBe(true);
    expect(communication?.summary.communication_ns).toBe(500_000);
  });
});
