import { describe, expect, it } from '@jest/globals';
import type { TraceAgent } from '@perfxpert/rocpd';
import { deviceHardware } from '../../../src/lib/facts/device-hardware.js';

function agent(gfxId: string | null, productName: string | null, hardware: Record<string, number> = {}): TraceAgent {
  return {
    id: 1,
    type: 'GPU',
    gfxId,
    productName,
    absoluteIndex: 1,
    logicalIndex: 0,
    typeIndex: 0,
    hardware,
  };
}

describe('deviceHardware', () => {
  it('takes the agent record where it has a figure', () => {
    const device = deviceHardware(
      agent('gfx942', 'AMD Instinct MI300X', {
        cu_count: 304,
        simd_per_cu: 4,
        simd_count: 1216,
        num_xcc: 8,
        max_waves_per_simd: 7,
        wave_front_size: 64,
        lds_size_in_kb: 32,
        max_engine_clk_fcompute: 1900,
      }),
    );
    expect(device).toEqual({
      gfxId: 'gfx942',
      isKnown: true,
      partName: 'MI300X',
      cuCount: 304,
      simdsPerCu: 4,
      simdCount: 1216,
      waveSize: 64,
      maxWavesPerSimd: 7,
      maxWavesPerCu: 28,
      ldsBytesPerCu: 32_768,
      xccCount: 8,
      clockMhz: 1900,
      memoryBandwidthGbps: 5324.8,
      memoryBandwidthLimitGbps: 5324.8,
      assumption: null,
      contradiction: null,
    });
  });

  it('takes the tables of the part where the record is empty', () => {
    expect(deviceHardware(agent('gfx942', 'AMD Instinct MI300X'))).toMatchObject({
      cuCount: 304,
      simdCount: 1216,
      xccCount: 8,
      clockMhz: 2100,
      maxWavesPerCu: 32,
      ldsBytesPerCu: 65_536,
    });
  });

  it('gives a figure that all possible parts share, and null for others', () => {
    // MI350X and MI355X: 256 units on 8 XCCs at 8000 GB/s, but 2200 and 2400 MHz
    expect(deviceHardware(agent('gfx950', null))).toMatchObject({
      partName: null,
      cuCount: 256,
      xccCount: 8,
      memoryBandwidthGbps: 8000,
      clockMhz: null,
    });
    expect(deviceHardware(agent('gfx942', null)).memoryBandwidthGbps).toBeNull();
  });

  it('counts one die of a two-die card', () => {
    expect(deviceHardware(agent('gfx90a', 'AMD Instinct MI250X', { cu_count: 110 }))).toMatchObject({
      partName: 'MI250X',
      cuCount: 110,
      xccCount: 1,
      memoryBandwidthGbps: 1638.4,
    });
  });

  it('row 30: borrows nothing for an unknown architecture', () => {
    expect(deviceHardware(agent('gfx9999', 'Some GPU', { cu_count: 10 }))).toMatchObject({
      gfxId: 'gfx9999',
      isKnown: false,
      cuCount: 10,
      waveSize: null,
      maxWavesPerSimd: null,
      ldsBytesPerCu: null,
      xccCount: null,
      clockMhz: null,
      memoryBandwidthGbps: null,
    });
  });

  it('row 31: a partition has the units of its record and an assumed share of the bandwidth', () => {
    const device = deviceHardware(agent('gfx942', 'AMD Instinct MI300X', { cu_count: 38, num_xcc: 1 }));
    expect(device).toMatchObject({ cuCount: 38, xccCount: 1, memoryBandwidthLimitGbps: 5324.8 });
    // an eighth of 5324.8
    expect(device.memoryBandwidthGbps).toBeCloseTo(665.6, 9);
    expect(device.assumption).toContain('1 of the 8 XCCs of MI300X');
  });

  it('sees a record that contradicts itself', () => {
    const device = deviceHardware(agent('gfx950', 'MI350', { cu_count: 128, num_xcc: 8 }));
    expect(device.contradiction).toContain('128 compute units on 8 XCCs');
    expect(deviceHardware(agent('gfx950', 'MI350', { cu_count: 64, num_xcc: 2 })).contradiction).toBeNull();
  });

  it('does not believe figures that are no positive whole numbers', () => {
    const hardware = { cu_count: -1, num_xcc: 0, lds_size_in_kb: 0.5, max_engine_clk_fcompute: Number.NaN };
    expect(deviceHardware(agent('gfx942', 'MI300X', hardware))).toEqual(deviceHardware(agent('gfx942', 'MI300X')));
  });

  it('knows nothing of no agent', () => {
    expect(deviceHardware(null)).toMatchObject({ gfxId: null, isKnown: false, cuCount: null, waveSize: null });
  });
});
