import { describe, expect, it } from '@jest/globals';
import { classifyUtilization, classifyUtilizationTool } from '../../../src/catalog/sol/classify-utilization.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('classifyUtilization', () => {
  it.each([
    [0.85, 'high'],
    [0.6, 'medium'],
    [0.2, 'low'],
    [0.8, 'high'],
    [0.5, 'medium'],
    [0.4999, 'low'],
  ] as const)('M19: %p is %s', (frac, category) => {
    const result = classifyUtilization({ frac });
    expect(result.category).toBe(category);
    expect(result.headroom_frac).toBeCloseTo(1 - frac, 12);
  });

  it('refuses 1.5', () => {
    expect(errorOf(() => classifyUtilization({ frac: 1.5 })).code).toBe('INVALID_ARGUMENT');
  });

  it('reads pct', async () => {
    expect(classifyUtilization({ pct: 0.5 }).category).toBe('medium');
    await expectOverTheWire(classifyUtilizationTool, { pct: 0.5 }, { category: 'medium', headroom_frac: 0.5 });
  });
});
