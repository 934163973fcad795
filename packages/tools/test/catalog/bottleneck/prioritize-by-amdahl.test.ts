import { describe, expect, it } from '@jest/globals';
import { prioritizeByAmdahl, prioritizeByAmdahlTool } from '../../../src/catalog/bottleneck/prioritize-by-amdahl.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('prioritizeByAmdahl', () => {
  it.each([
    [0.35, 'high'],
    [0.07, 'medium'],
    [0.03, 'low'],
    [0.1, 'high'],
    [0.05, 'medium'],
  ] as const)('%p is %s', (frac, priority) => {
    expect(prioritizeByAmdahl({ execution_time_frac: frac }).priority).toBe(priority);
  });

  it('bounds the gain of the whole', () => {
    // 1 / (1 - 0.5) = 2
    expect(prioritizeByAmdahl({ execution_time_frac: 0.5 }).max_speedup).toBe(2);
    expect(prioritizeByAmdahl({ execution_time_frac: 1 }).max_speedup).toBeNull();
    expect(prioritizeByAmdahl({ execution_time_frac: 0 }).max_speedup).toBe(1);
  });

  it.each([7, -0.1, Number.NaN])('refuses %p', (frac) => {
    expect(errorOf(() => prioritizeByAmdahl({ execution_time_frac: frac })).code).toBe('INVALID_ARGUMENT');
  });

  it('reads _pct, and answers the same over the wire', async () => {
    const expected = prioritizeByAmdahl({ execution_time_pct: 0.35 });
    expect(expected.rationale).toBe(
      'It takes 35 % of the run time: however fast it gets, the whole gains at most 1.54x.',
    );
    await expectOverTheWire(prioritizeByAmdahlTool, { execution_time_pct: 0.35 }, expected);
  });
});
