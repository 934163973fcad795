import { describe, expect, it } from '@jest/globals';
import { judgeRegression, slowedGeomeanPct } from '../../src/gates/judge-regression.js';

const kernel = (deltaPct: number, wasHot: boolean) => [{ kernel: 'k', delta_pct: deltaPct, was_hot: wasHot }];

describe('gate 4', () => {
  it('total 2, geomean 2, hot kernel +15: one hot kernel', () => {
    const parts = judgeRegression({ totalDeltaPct: 2, slowedGeomeanPct: 2, kernels: kernel(15, true) });
    expect(parts).toEqual(['1 hot kernel slower by more than 10 %: k +15.00 %']);
  });

  it('total 1, geomean 1, cold kernel +15: passes', () => {
    expect(judgeRegression({ totalDeltaPct: 1, slowedGeomeanPct: 1, kernels: kernel(15, false) })).toEqual([]);
  });

  it('total 2, geomean 9.5, none hot: the tail', () => {
    const parts = judgeRegression({ totalDeltaPct: 2, slowedGeomeanPct: 9.5, kernels: [] });
    expect(parts).toEqual(['slowed kernels +9.50 % in weighted mean (limit 5 %)']);
  });

  it('exactly 3, 5 and 10 percent pass', () => {
    expect(judgeRegression({ totalDeltaPct: 3, slowedGeomeanPct: 5, kernels: kernel(10, true) })).toEqual([]);
  });

  it('a gain of one kernel does not hide ten that are slower', () => {
    // ten kernels of 0.8 ms take 0.856 ms (+7 %, 8 % of the time each), one goes from 2.0 to 1.8 ms
    const slower = Array.from({ length: 10 }, (_, index) => ({
      kernel: `slow${index}`,
      beforeNs: 800_000,
      afterNs: 856_000,
    }));
    const times = [...slower, { kernel: 'faster', beforeNs: 2_000_000, afterNs: 1_800_000 }];
    // exp(10 x 0.08 x ln 1.07) - 1 = 0.0556
    expect(slowedGeomeanPct(times)).toBeCloseTo(5.56, 2);
    // (10 x 56,000 - 200,000) / 10,000,000 = 3.6 %
    const total = (100 * times.reduce((sum, { beforeNs, afterNs }) => sum + afterNs - beforeNs, 0)) / 10_000_000;
    expect(total).toBe(3.6);
    expect(
      judgeRegression({ totalDeltaPct: total, slowedGeomeanPct: slowedGeomeanPct(times), kernels: [] }),
    ).toHaveLength(2);
  });
});
