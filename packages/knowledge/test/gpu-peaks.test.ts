import { describe, expect, it } from '@jest/globals';
import {
  GPU_DTYPES,
  customaryUnit,
  isGpuDtype,
  lookupGpu,
  memoryBandwidthGbps,
  peakTflops,
  ridgePoint,
  type Gpu,
  type GpuHints,
} from '../src/index.js';

function gpu(gfxId: string, hints?: GpuHints): Gpu {
  return lookupGpu(gfxId, hints)!;
}

describe('peakTflops', () => {
  it('is rate x CUs x clock, unrounded', () => {
    // 256 op/clk/CU * 304 CUs * 2100 MHz; bf16 2048; fp64 vector 128, matrix 256
    expect(peakTflops(gpu('gfx942'), 'fp32', 'vector')).toBeCloseTo(163.4304, 10);
    expect(peakTflops(gpu('gfx942'), 'bf16', 'matrix')).toBeCloseTo(1307.4432, 10);
    expect(peakTflops(gpu('gfx942'), 'fp64', 'vector')).toBeCloseTo(81.7152, 10);
    expect(peakTflops(gpu('gfx942'), 'fp64', 'matrix')).toBeCloseTo(163.4304, 10);
  });

  it('agrees with the data sheets', () => {
    // MI100 fp16 matrix 184.6; MI250 whole card bf16 362.1; MI355X fp8 5033.2 and fp4 10066.3; RX 7900 XTX fp32 61.44
    expect(peakTflops(gpu('gfx908'), 'fp16', 'matrix')).toBeCloseTo(184.6, 1);
    expect(peakTflops(gpu('gfx90a', { sku: 'MI250' }), 'bf16', 'matrix')).toBeCloseTo(362.1, 1);
    expect(peakTflops(gpu('gfx950', { sku: 'MI355X' }), 'fp8', 'matrix')).toBeCloseTo(5033.2, 1);
    expect(peakTflops(gpu('gfx950', { sku: 'MI355X' }), 'fp4', 'matrix')).toBeCloseTo(10066.3, 1);
    expect(peakTflops(gpu('gfx1100'), 'fp32', 'vector')).toBeCloseTo(61.44, 2);
  });

  it('is that of one die where the agent is one', () => {
    // 128 op/clk/CU * 110 CUs * 1700 MHz
    expect(peakTflops(gpu('gfx90a', { cuCount: 110 }), 'fp64', 'vector')).toBeCloseTo(23.936, 10);
  });

  it('knows the reduced fp64 rate of Radeon VII', () => {
    // a quarter of the fp32 rate of 128: 32 * 60 CUs * 1750 MHz = 3.36
    expect(peakTflops(gpu('gfx906', { sku: 'Radeon VII' }), 'fp64', 'vector')).toBeCloseTo(3.36, 10);
    expect(peakTflops(gpu('gfx906', { sku: 'MI60' }), 'fp64', 'vector')).toBeCloseTo(7.3728, 10);
  });

  it('is null for a type that the part lacks and where CUs or clock are unknown', () => {
    expect(peakTflops(gpu('gfx1030'), 'bf16', 'matrix')).toBeNull();
    expect(peakTflops(gpu('gfx90a'), 'fp8', 'matrix')).toBeNull();
    expect(peakTflops(gpu('gfx950'), 'xf32', 'matrix')).toBeNull();
    expect(peakTflops(gpu('gfx942', { sku: 'MI308X' }), 'fp32', 'vector')).toBeNull();
  });
});

describe('memoryBandwidthGbps', () => {
  it('is the data sheet value in decimal GB/s, null where it depends on the host', () => {
    expect(memoryBandwidthGbps(gpu('gfx942'))).toBe(5324.8);
    expect(memoryBandwidthGbps(gpu('gfx908'))).toBe(1228.8);
    expect(memoryBandwidthGbps(gpu('gfx1103'))).toBeNull();
  });
});

describe('ridgePoint', () => {
  it('is peak over bandwidth', () => {
    // 163430.4 / 5324.8 = 30.692; fp64 81715.2 / 5324.8 = 15.346; bf16 1307443.2 / 5324.8 = 245.538
    expect(ridgePoint(gpu('gfx942'), 'fp32', 'vector')).toBeCloseTo(30.692, 3);
    expect(ridgePoint(gpu('gfx942'), 'fp64', 'vector')).toBeCloseTo(15.346, 3);
    expect(ridgePoint(gpu('gfx942'), 'bf16', 'matrix')).toBeCloseTo(245.538, 3);
    // MI250X: 128 * 220 * 1700e6 = 47.872e12; 47872 / 3276.8 = 14.609
    expect(ridgePoint(gpu('gfx90a'), 'fp32', 'vector')).toBeCloseTo(14.609, 3);
    expect(ridgePoint(gpu('gfx950', { sku: 'MI355X' }), 'fp8', 'matrix')).toBeCloseTo(629.1, 1);
  });

  it('is null without bandwidth or peak', () => {
    expect(ridgePoint(gpu('gfx1103'), 'fp32', 'vector')).toBeNull();
    expect(ridgePoint(gpu('gfx1030'), 'fp8', 'matrix')).toBeNull();
  });
});

describe('customaryUnit', () => {
  it('is vector for fp64 and fp32, matrix for the others where there is one', () => {
    expect(customaryUnit(gpu('gfx942'), 'fp64')).toBe('vector');
    expect(customaryUnit(gpu('gfx942'), 'fp16')).toBe('matrix');
    expect(customaryUnit(gpu('gfx1030'), 'fp16')).toBe('vector');
    expect(customaryUnit(gpu('gfx1030'), 'fp8')).toBeNull();
  });
});

describe('isGpuDtype', () => {
  it('knows each type once', () => {
    expect(new Set(GPU_DTYPES).size).toBe(GPU_DTYPES.length);
    expect([isGpuDtype('bf16'), isGpuDtype('tf32')]).toEqual([true, false]);
  });
});
