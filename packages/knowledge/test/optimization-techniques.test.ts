import { describe, expect, it } from '@jest/globals';
import { findOptimizationTechnique, optimizationTechniques } from '../src/index.js';

describe('optimisation techniques', () => {
  it('have ids of their own and one of three categories', () => {
    const ids = optimizationTechniques().map((technique) => technique.id);
    expect(new Set(ids).size).toBe(ids.length);
    const byCategory = (['compute', 'memory', 'latency'] as const).map((name) => optimizationTechniques(name).length);
    expect(byCategory).toEqual([4, 4, 4]);
    expect(byCategory.reduce((sum, count) => sum + count, 0)).toBe(ids.length);
  });

  it('are found by id', () => {
    expect(findOptimizationTechnique('mfma_enablement')?.category).toBe('compute');
    expect(findOptimizationTechnique('nothing')).toBeNull();
  });
});
