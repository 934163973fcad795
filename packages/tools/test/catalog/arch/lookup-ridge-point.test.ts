import { describe, expect, it } from '@jest/globals';
import { lookupRidgePoint, lookupRidgePointTool } from '../../../src/catalog/arch/lookup-ridge-point.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('lookupRidgePoint', () => {
  it('computes it from unrounded peaks', () => {
    // 163430.4 / 5324.8 = 30.69; 1307443.2 / 5324.8 = 245.54; 163430.4 / 6000 = 27.24
    expect(lookupRidgePoint({ gfx_id: 'gfx942' })).toBe(30.7);
    expect(lookupRidgePoint({ gfx_id: 'gfx942', dtype: 'bf16' })).toBe(245.5);
    expect(lookupRidgePoint({ gfx_id: 'gfx942', sku: 'MI325X' })).toBe(27.2);
  });

  it('is null for a type or a bandwidth that is not there', () => {
    expect(lookupRidgePoint({ gfx_id: 'gfx908', dtype: 'fp8' })).toBeNull();
    expect(lookupRidgePoint({ gfx_id: 'gfx1103' })).toBeNull();
  });

  it('refuses unknown types and ids', () => {
    const dtype: string = 'fp128';
    expect(errorOf(() => lookupRidgePoint({ gfx_id: 'gfx942', dtype: dtype as 'fp32' })).code).toBe('INVALID_ARGUMENT');
    expect(errorOf(() => lookupRidgePoint({ gfx_id: 'gfx9999' })).code).toBe('UNKNOWN_ID');
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(lookupRidgePointTool, { gfx_id: 'gfx950', dtype: 'fp8', sku: 'MI355X' }, 629.1);
  });
});
