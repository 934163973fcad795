import { describe, expect, it } from '@jest/globals';
import { amdahlPriority, amdahlThresholdsCatalogue } from '../src/index.js';

describe('amdahlPriority', () => {
  it('is high from 0.10 and medium from 0.05', () => {
    expect([0.35, 0.1, 0.07, 0.05, 0.03].map((frac) => amdahlPriority(frac))).toEqual([
      'high',
      'high',
      'medium',
      'medium',
      'low',
    ]);
  });

  it('rests on a high threshold above the low one', () => {
    const { high_threshold: high, low_threshold: low } = amdahlThresholdsCatalogue();
    expect(high).toBeGreaterThan(low);
  });
});
