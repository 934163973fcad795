import { describe, expect, it } from '@jest/globals';
import { classify, classifyTool } from '../../../src/catalog/roofline/classify.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('roofline.classify', () => {
  it('M14: ten operations per byte on gfx942 are memory bound', () => {
    // ridge 163.4304e12 / 5324.8e9 = 30.692
    const result = classify({ flops: 1e12, bytes: 1e11, gfx_id: 'gfx942' });
    expect(result).toMatchObject({ arithmetic_intensity: 10, regime: 'memory', achieved_frac: null });
    expect(result.ridge_point).toBeCloseTo(30.692, 3);
    expect(result.distance_to_roof).toBeCloseTo(10 / 30.692, 4);
  });

  it.each([
    // intensity, type, regime, distance; ridge 30.6923 (fp32) and 15.3461 (fp64)
    ['RC-1', 1e12, 3e10, 'fp32', 'compute', 0.5],
    ['RC-2', 1e12, 5e11, 'fp32', 'memory', 0.065163],
    ['RC-3', 1.54e12, 1e11, 'fp32', 'memory', 15.4 / (163.4304 / 5.3248)],
    ['RC-3', 1.54e12, 1e11, 'fp64', 'balanced', 1],
    ['RC-4', 1e12, 1e11, 'fp32', 'memory', 0.325815],
  ] as const)('%s: %p operations, %p bytes, %s', (_id, flops, bytes, dtype, regime, distance) => {
    const result = classify({ flops, bytes, gfx_id: 'gfx942', dtype });
    expect(result.regime).toBe(regime);
    expect(result.distance_to_roof).toBeCloseTo(distance, 6);
  });

  it('is balanced within 5 % of the ridge', () => {
    const at = (intensity: number) => classify({ flops: intensity * 1000, bytes: 1000, gfx_id: 'gfx942' });
    // 30.692 * 0.95 = 29.16, * 1.05 = 32.23
    expect(at(29.1).regime).toBe('memory');
    expect(at(29.2)).toMatchObject({ regime: 'balanced' });
    expect(at(32.2)).toMatchObject({ regime: 'balanced', distance_to_roof: 1 });
    expect(at(32.3)).toMatchObject({ regime: 'compute', distance_to_roof: 0.5 });
  });

  it('takes the peak of the type', () => {
    // fp64 15.35, bf16 245.5
    expect(classify({ flops: 100, bytes: 1, gfx_id: 'gfx942', dtype: 'bf16' }).regime).toBe('memory');
    expect(classify({ flops: 100, bytes: 1, gfx_id: 'gfx942', dtype: 'fp64' }).regime).toBe('compute');
  });

  it('says which share of the roof was reached', () => {
    // memory side: 10 flop/B * 5324.8 GB/s = 53248 flop/ns; 1e12 flop in 37.56 ms = 26624 flop/ns: half
    const memory = classify({ flops: 1e12, bytes: 1e11, gfx_id: 'gfx942', duration_ns: 1e12 / 26_624 });
    expect(memory.achieved_frac).toBeCloseTo(0.5, 10);
    // compute side: peak 163430.4 flop/ns
    const compute = classify({ flops: 163_430.4, bytes: 100, gfx_id: 'gfx942', duration_ns: 4 });
    expect(compute.achieved_frac).toBeCloseTo(0.25, 10);
    expect(classify({ flops: 0, bytes: 1, gfx_id: 'gfx942', duration_ns: 4 }).achieved_frac).toBeNull();
  });

  it('RC-5: refuses no bytes, negative values, and types that are not there', () => {
    expect(errorOf(() => classify({ flops: 1, bytes: 0, gfx_id: 'gfx942' }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'bytes' },
    });
    expect(errorOf(() => classify({ flops: -1, bytes: 1, gfx_id: 'gfx942' })).code).toBe('INVALID_ARGUMENT');
    const missing = errorOf(() => classify({ flops: 1, bytes: 1, gfx_id: 'gfx908', dtype: 'fp8' }));
    expect(missing.code).toBe('INVALID_ARGUMENT');
    expect(missing.message).toContain('MI100');
    expect(errorOf(() => classify({ flops: 1, bytes: 1, gfx_id: 'gfx9999' })).code).toBe('UNKNOWN_ID');
  });

  it('has no ridge where the bandwidth is not known', () => {
    expect(classify({ flops: 1, bytes: 2, gfx_id: 'gfx1103' })).toEqual({
      arithmetic_intensity: 0.5,
      ridge_point: null,
      regime: null,
      distance_to_roof: null,
      achieved_frac: null,
      reason: 'The clock or memory bandwidth of Radeon 780M is not known.',
    });
    expect(classify({ flops: 1, bytes: 2, gfx_id: 'gfx942', sku: 'MI308X' }).ridge_point).toBeNull();
  });

  it('answers the same over the wire', async () => {
    const input = { flops: 1e12, bytes: 1e11, gfx_id: 'gfx942' };
    await expectOverTheWire(classifyTool, { ...input, duration_ns: null, dtype: null }, classify(input));
  });
});
