import { describe, expect, it } from '@jest/globals';
import { bottleneckType, bottleneckTypes, bottleneckTypesCatalogue } from '../src/index.js';

describe('bottleneck types', () => {
  it('stand in the order that breaks ties, the fallback last', () => {
    expect(bottleneckTypes().map((type) => type.name)).toEqual([
      'compute',
      'memory_transfer',
      'latency',
      'api_overhead',
      'mixed',
    ]);
    expect(bottleneckTypesCatalogue().min_score).toBe(0.5);
  });

  it('keep fractions within 0..1 and flags at 0 or 1', () => {
    for (const { metric, threshold } of bottleneckTypes().flatMap((type) => type.signatures)) {
      if (/_(frac|utilization|rate)$/.test(metric)) expect([metric, threshold <= 1]).toEqual([metric, true]);
      if (/_ridge$|^no_/.test(metric)) expect([0, 1]).toContain(threshold);
    }
  });
});

describe('bottleneckType', () => {
  it('gives the entry, and throws the known names for any other', () => {
    expect(bottleneckType('latency').signatures).toHaveLength(3);
    expect(() => bottleneckType('gpu')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_ID', message: expect.stringContaining('known: api_overhead, compute') }),
    );
  });
});
