import { describe, expect, it } from '@jest/globals';
import { listSkus, lookupGpu, type GpuHints } from '../src/index.js';

const GIB = 1024 ** 3;

function named(gfxId: string, hints: GpuHints) {
  const gpu = lookupGpu(gfxId, hints);
  return gpu === null ? null : { sku: gpu.sku?.name ?? null, assumed: gpu.assumedSku.name, view: gpu.assumedSku.view };
}

describe('lookupGpu', () => {
  it('gives null for an unknown id and borrows nothing from a similar one', () => {
    expect(lookupGpu('gfx9999')).toBeNull();
    expect(lookupGpu('gfx943')).toBeNull();
  });

  it('gives the architecture', () => {
    expect(lookupGpu('gfx950')).toMatchObject({
      gfxId: 'gfx950',
      family: 'CDNA4',
      isa: 'gfx9',
      waveSize: 64,
      simdsPerCu: 4,
      maxWavesPerSimd: 8,
      maxWavesPerCu: 32,
      ldsBytesPerCu: 160 * 1024,
      vectorCacheBytes: 32 * 1024,
      l2LineBytes: 128,
      matrixUnit: 'mfma',
    });
  });

  it('without hints names no part of several, and assumes the default', () => {
    const gpu = lookupGpu('gfx942')!;
    expect([gpu.sku, gpu.assumedSku.name, gpu.skuAssumed]).toEqual([null, 'MI300X', true]);
    expect(gpu.candidates).toEqual(['MI300A', 'MI300X', 'MI325X', 'MI308X']);
  });

  it('without hints names the only part', () => {
    expect(lookupGpu('gfx908')).toMatchObject({ sku: { name: 'MI100' }, skuAssumed: false });
  });

  it('takes the longest part name that the product name contains', () => {
    expect(named('gfx942', { productName: 'AMD Instinct MI300X VF' })).toMatchObject({ sku: 'MI300X' });
    expect(named('gfx90a', { productName: 'AMD INSTINCT MI250X' })).toMatchObject({ sku: 'MI250X' });
    expect(named('gfx1100', { productName: 'Radeon RX 7900 XTX' })).toMatchObject({ sku: 'RX 7900 XTX' });
    expect(named('gfx1100', { productName: 'Radeon RX 7900 XT' })).toMatchObject({ sku: 'RX 7900 XT' });
  });

  it('takes the CU count of a card', () => {
    expect(named('gfx942', { cuCount: 228 })).toEqual({ sku: 'MI300A', assumed: 'MI300A', view: 'whole' });
    expect(named('gfx90a', { cuCount: 220 })).toEqual({ sku: 'MI250X', assumed: 'MI250X', view: 'whole' });
  });

  it('takes the CU count of one agent of a two-agent card and halves the card', () => {
    // MI250X: 220 CUs, 128 GiB, 3276.8 GB/s, 16 MiB of L2, two dies
    expect(lookupGpu('gfx90a', { cuCount: 110, productName: 'AMD Instinct MI250X' })!.sku).toMatchObject({
      name: 'MI250X',
      view: 'one_agent',
      cuCount: 110,
      memoryBytes: 64 * GIB,
      memoryBandwidthGbps: 1638.4,
      l2Bytes: 8 * 1024 ** 2,
      dies: 1,
    });
  });

  it('stays open where several parts fit, and assumes only one of those', () => {
    expect(named('gfx942', { cuCount: 304 })).toEqual({ sku: null, assumed: 'MI300X', view: 'whole' });
    // MI210 and one die of MI250 have 104 CUs; the default, MI250X, does not.
    expect(lookupGpu('gfx90a', { cuCount: 104 })).toMatchObject({
      sku: null,
      candidates: ['MI210', 'MI250'],
      assumedSku: { name: 'MI210' },
    });
  });

  it('tells parts with equal CU counts apart by their memory', () => {
    // as recorded: 191.98 GiB of MI300X; 256 GiB of MI325X
    expect(named('gfx942', { cuCount: 304, memoryBytes: 206_141_652_992 })).toMatchObject({ sku: 'MI300X' });
    expect(named('gfx942', { cuCount: 304, memoryBytes: 255.9 * GIB })).toMatchObject({ sku: 'MI325X' });
    expect(named('gfx942', { cuCount: 304, memoryBytes: 1 })).toMatchObject({ sku: null, assumed: 'MI300X' });
  });

  it('keeps the part and takes the CU count of the hint when that fits none', () => {
    // one of eight partitions of MI300X: bandwidth stays the upper bound
    expect(lookupGpu('gfx942', { productName: 'AMD Instinct MI300X', cuCount: 38 })!.sku).toMatchObject({
      view: 'adjusted',
      cuCount: 38,
      memoryBandwidthGbps: 5324.8,
    });
    expect(named('gfx942', { cuCount: 80 })).toEqual({ sku: null, assumed: 'MI300X', view: 'adjusted' });
  });

  it('fills the holes of a part that is known by name only', () => {
    expect(lookupGpu('gfx942', { productName: 'MI308X', cuCount: 80, clockMhz: 1420 })!.sku).toMatchObject({
      name: 'MI308X',
      cuCount: 80,
      clockMhz: 1420,
      memoryBandwidthGbps: null,
      status: 'partial',
    });
  });

  it('prefers the clock of the trace, and ignores one of 0', () => {
    expect(lookupGpu('gfx942', { cuCount: 228, clockMhz: 2000 })!.sku!.clockMhz).toBe(2000);
    expect(lookupGpu('gfx950', { cuCount: 128, productName: 'MI350', clockMhz: 0 })!.assumedSku).toMatchObject({
      name: 'MI350X',
      cuCount: 128,
      clockMhz: 2200,
    });
  });

  it('ignores hints that say nothing', () => {
    const hints = { cuCount: null, productName: null, memoryBytes: 0, clockMhz: undefined, sku: null };
    expect(lookupGpu('gfx942', hints)).toEqual(lookupGpu('gfx942'));
    expect(lookupGpu('gfx942', { cuCount: Number.NaN })).toEqual(lookupGpu('gfx942'));
  });

  it('obeys the exact part name before all else; an unknown one leaves no candidate', () => {
    expect(named('gfx942', { sku: 'mi325x', productName: 'MI300X' })).toMatchObject({ sku: 'MI325X' });
    expect(lookupGpu('gfx942', { sku: 'MI999' })).toMatchObject({ sku: null, candidates: [], skuAssumed: true });
  });

  it('answers a pre-production id with its own default', () => {
    expect(lookupGpu('gfx940')).toMatchObject({ gfxId: 'gfx942', assumedSku: { name: 'MI300A' } });
  });
});

describe('listSkus', () => {
  it('lists the cards of an architecture', () => {
    expect(listSkus('gfx90a').map((sku) => [sku.name, sku.cuCount, sku.rocmAgents])).toEqual([
      ['MI210', 104, 1],
      ['MI250', 208, 2],
      ['MI250X', 220, 2],
    ]);
    expect(listSkus('gfx9999')).toEqual([]);
  });
});
