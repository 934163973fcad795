import { describe, expect, it } from '@jest/globals';
import type { CounterGroup } from '../../../src/lib/counters/counter-group.js';
import { counterStatistics, kernelCounterTable } from '../../../src/lib/counters/counter-tables.js';
import { deviceHardware } from '../../../src/lib/facts/device-hardware.js';

/** A group of two dispatches with the values 1 and 3 of each counter. */
function group(kernel: string, counters: readonly string[]): CounterGroup {
  return {
    kernel,
    device: deviceHardware(null),
    isTimed: true,
    dispatchCount: 2,
    durationNs: 10,
    counters,
    names: counters,
    forms: counters.map(() => 1),
    isMeasured: counters.map(() => true),
    sums: counters.map(() => 4),
    minima: counters.map(() => 1),
    maxima: counters.map(() => 3),
    timeWeighted: {},
  };
}

describe('counter tables', () => {
  it('add groups up', () => {
    expect(counterStatistics([group('a', ['X']), group('b', ['X', 'Y'])])).toEqual({
      X: { sample_count: 4, avg_value: 2, min_value: 1, max_value: 3, total_value: 8 },
      Y: { sample_count: 2, avg_value: 2, min_value: 1, max_value: 3, total_value: 4 },
    });
  });

  it('keep a mean between least and most, whatever the rounding', () => {
    const tenth: CounterGroup = {
      ...group('a', ['X']),
      dispatchCount: 3,
      sums: [0.1 + 0.1 + 0.1],
      minima: [0.1],
      maxima: [0.1],
    };
    // the sum is 0.30000000000000004
    expect(counterStatistics([tenth])['X']?.avg_value).toBe(0.1);
  });

  it('list at most so many pairs and say so', () => {
    const kernels = [
      { kernel: 'a', groups: [group('a', ['X', 'Y'])] },
      { kernel: 'b', groups: [group('b', ['X', 'Y'])] },
      { kernel: 'a', groups: [group('a', ['Z'])] },
    ];
    const all = kernelCounterTable(kernels, 5);
    expect(all.isTruncated).toBe(false);
    expect(Object.keys(all.perKernel['a'] ?? {})).toEqual(['X', 'Y', 'Z']);
    const cut = kernelCounterTable(kernels, 4);
    expect(cut.isTruncated).toBe(true);
    expect(Object.keys(cut.perKernel['b'] ?? {})).toEqual(['X']);
    expect(kernelCounterTable(kernels, 3).perKernel).not.toHaveProperty('b');
  });
});
