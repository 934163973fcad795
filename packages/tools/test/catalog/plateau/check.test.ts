import { describe, expect, it } from '@jest/globals';
import { check, checkTool } from '../../../src/catalog/plateau/check.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

const of = (...totals: number[]) => check({ history: totals.map((total) => ({ total_runtime_ns: total })) });

describe('plateau.check', () => {
  it('needs three runs', () => {
    expect(of(1000, 990)).toMatchObject({ plateau_detected: false, reason: 'insufficient history' });
    expect(of()).toMatchObject({ plateau_detected: false, recent_deltas: [] });
  });

  it('detects small changes', () => {
    const result = of(1000, 990, 985);
    expect(result).toMatchObject({ plateau_detected: true, trend: 'improving' });
    // 10 / 1000, 5 / 990
    expect(result.recent_deltas[0]).toBe(0.01);
    expect(result.recent_deltas[1]).toBeCloseTo(0.005051, 6);
    expect(result).not.toHaveProperty('reason');
  });

  it('M18: 100, 99, 98.5', () => {
    expect(of(100, 99, 98.5).plateau_detected).toBe(true);
  });

  it('takes exactly 2 % as a change', () => {
    expect(of(1000, 980, 970).plateau_detected).toBe(false);
  });

  it('looks at the last three only', () => {
    expect(of(1200, 1000, 995, 990).plateau_detected).toBe(true);
  });

  it('has nothing to say where every change is from 0', () => {
    expect(of(0, 0, 5)).toEqual({
      plateau_detected: false,
      recent_deltas: [],
      reason: 'insufficient history',
      trend: null,
    });
  });

  it('says which way it goes', () => {
    expect(of(10, 10, 11).trend).toBe('worsening');
    expect(of(10, 11, 10).trend).toBe('flat');
  });

  it('ignores further fields, refuses negative times', async () => {
    const history = [1, 1, 1].map((total) => ({ total_runtime_ns: total, label: 'x' }));
    await expectOverTheWire(checkTool, { history }, { plateau_detected: true, recent_deltas: [0, 0], trend: 'flat' });
    expect(errorOf(() => of(-1, 2, 3)).code).toBe('INVALID_ARGUMENT');
  });
});
