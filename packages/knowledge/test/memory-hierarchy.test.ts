import { describe, expect, it } from '@jest/globals';
import { cacheHitSeverity, gpuSpecsCatalogue, memoryChainRules, memoryHierarchyCatalogue } from '../src/index.js';

describe('memory hierarchy', () => {
  it('agrees with the GPU tables on the LDS', () => {
    const { lds_limits: limits, levels } = memoryHierarchyCatalogue();
    for (const [gfxId, arch] of Object.entries(gpuSpecsCatalogue().archs)) {
      expect(arch.lds_kb_per_cu).toBe(gfxId === 'gfx950' ? limits.gfx950_kb : limits.others_kb);
      expect(arch.lds_banks).toBe(levels.find((level) => level.name === 'LDS')?.banks);
    }
  });

  it('has good above warn', () => {
    const thresholds = memoryHierarchyCatalogue().cache_hit_rate_thresholds;
    expect(thresholds.l1_good).toBeGreaterThan(thresholds.l1_warn);
    expect(thresholds.l2_good).toBeGreaterThan(thresholds.l2_warn);
  });
});

describe('cacheHitSeverity', () => {
  it('gives a rate on a threshold the milder word', () => {
    expect([0.9, 0.8, 0.6, 0.5, 0.1].map((rate) => cacheHitSeverity('l1', rate))).toEqual([
      'good',
      'good',
      'warn',
      'warn',
      'critical',
    ]);
    expect([0.85, 0.6, 0.4, 0.3].map((rate) => cacheHitSeverity('l2', rate))).toEqual([
      'good',
      'good',
      'warn',
      'critical',
    ]);
  });
});

describe('memoryChainRules', () => {
  it('go from the memory inwards, with conditions on fractions', () => {
    expect(memoryChainRules().map((rule) => rule.level)).toEqual(['HBM', 'L2', 'L1', 'LDS']);
    expect(memoryChainRules()[1]!.conditions).toEqual([
      { metric: 'l2_hit_rate', op: '>=', threshold: 0.4 },
      { metric: 'l2_hit_rate', op: '<', threshold: 0.7 },
      { metric: 'hbm_util', op: '<', threshold: 0.6 },
    ]);
    expect(memoryChainRules()).toBe(memoryChainRules());
  });
});
