import { describe, expect, it } from '@jest/globals';
import { classifyOverhead, classifyOverheadTool } from '../../../src/catalog/topdown/classify-overhead.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

const flags = (memcpy: number, api: number, idle: number) =>
  classifyOverhead({ memcpy_frac: memcpy, api_frac: api, idle_frac: idle });

describe('topdown.classifyOverhead', () => {
  it('raises flags from the thresholds on, in order', () => {
    expect(flags(0.3, 0.05, 0.05).map((flag) => flag.red_flag_name)).toEqual(['memcpy_dominant']);
    expect(flags(0.05, 0.05, 0.05)).toEqual([]);
    expect(flags(0.2, 0.1, 0.1).map((flag) => flag.red_flag_name)).toEqual([
      'memcpy_dominant',
      'api_overhead_high',
      'gpu_idle_high',
    ]);
    expect(flags(0.19, 0.09, 0.09)).toEqual([]);
  });

  it('says what was measured against what', () => {
    expect(flags(0, 0.15, 0)[0]).toMatchObject({
      metric: 'api_overhead_frac',
      value: 0.15,
      threshold: 0.1,
      priority: 'medium',
    });
  });

  it('refuses percents', () => {
    expect(errorOf(() => flags(30, 0, 0))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'memcpy_frac' },
    });
  });

  it('reads _pct', async () => {
    const expected = flags(0.3, 0.05, 0.05);
    expect(classifyOverhead({ memcpy_pct: 0.3, api_pct: 0.05, idle_pct: 0.05 })).toEqual(expected);
    await expectOverTheWire(classifyOverheadTool, { memcpy_pct: 0.3, api_pct: 0.05, idle_frac: 0.05 }, expected);
  });
});
