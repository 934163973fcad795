import { describe, expect, it } from '@jest/globals';
import { classifyStallRatio, classifyStallRatioTool } from '../../../src/catalog/att/classify-stall-ratio.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('classifyStallRatio', () => {
  it.each([
    [0.8, 'critical'],
    [0.79, 'high'],
    [0.6, 'high'],
    [0.4, 'medium'],
    [0.39, 'low'],
  ] as const)('%p is %s', (ratio, severity) => {
    expect(classifyStallRatio({ stall_ratio: ratio })).toEqual({ severity, stall_ratio: ratio });
  });

  it('refuses what is no fraction', async () => {
    expect(errorOf(() => classifyStallRatio({ stall_ratio: 80 })).code).toBe('INVALID_ARGUMENT');
    await expectOverTheWire(classifyStallRatioTool, { stall_ratio: 1 }, { severity: 'critical', stall_ratio: 1 });
  });
});
