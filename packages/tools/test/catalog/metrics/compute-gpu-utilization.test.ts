import { describe, expect, it } from '@jest/globals';
import {
  computeGpuUtilization,
  computeGpuUtilizationTool,
} from '../../../src/catalog/metrics/compute-gpu-utilization.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('computeGpuUtilization', () => {
  it('750 of 1000', () => {
    expect(computeGpuUtilization({ grbm_gui_active: 750, grbm_count: 1000 })).toEqual({
      value: 0.75,
      implausible: false,
    });
  });

  it('tells a ratio that cannot be, unclamped', () => {
    expect(computeGpuUtilization({ grbm_gui_active: 1048, grbm_count: 1000 })).toEqual({
      value: 1.048,
      implausible: true,
    });
  });

  it.each([
    { grbm_gui_active: 1, grbm_count: 0 },
    { grbm_gui_active: -1, grbm_count: 10 },
    { grbm_gui_active: Number.POSITIVE_INFINITY, grbm_count: 10 },
  ])('refuses %j', (input) => {
    expect(errorOf(() => computeGpuUtilization(input)).code).toBe('INVALID_ARGUMENT');
  });

  it('answers the same over the wire', async () => {
    const input = { grbm_gui_active: 750, grbm_count: 1000 };
    await expectOverTheWire(computeGpuUtilizationTool, input, { value: 0.75, implausible: false });
  });
});
