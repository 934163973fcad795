import { describe, expect, it } from '@jest/globals';
import { copyDiagnostics } from '../../../../src/lib/facts/copies/copy-diagnostics.js';
import { buildHostFacts } from '../../../support/host-facts.js';

const MIB = 1024 ** 2;

describe('copies by direction', () => {
  it('MC-1: bytes, time and bandwidth of one copy to the device', async () => {
    const { copies } = await buildHostFacts({
      kernels: [{ name: 'postprocess', startNs: 0, endNs: 100_000 }],
      copies: [{ startNs: 100_000, endNs: 500_000, bytes: 4 * MIB }],
    });
    // 4,194,304 B / 400,000 ns = 10.48576 B/ns; kept to 4 digits
    expect(copies).toMatchObject({
      'Host-to-Device': {
        count: 1,
        total_bytes: 4_194_304,
        total_duration_ns: 400_000,
        sized_duration_ns: 400_000,
        avg_bytes: 4_194_304,
        median_bytes: 4_194_304,
        avg_duration_ns: 400_000,
        bandwidth_gbps: 10.4858,
        aggregate_gbps: 10.4858,
        median_gbps: 10.48576,
        p95_gbps: 10.48576,
        small_copy_frac: 0,
        unknown_size_count: 0,
        zero_duration_count: 0,
      },
    });
  });

  it('MC-2: the direction is in the name where the ends are unknown', async () => {
    const copy = { startNs: 0, endNs: 100_000, bytes: MIB, from: null, to: null };
    const { copies } = await buildHostFacts({ copies: [{ ...copy, name: 'MEMORY_COPY_DEVICE_TO_HOST' }] });
    // 1,048,576 B / 100,000 ns = 10.48576 B/ns
    expect(Object.keys(copies)).toEqual(['Device-to-Host']);
    expect(copies['Device-to-Host']).toMatchObject({ count: 1, median_gbps: 10.48576 });
  });

  it('MC-3: concurrent copies add up in the aggregate rate only', async () => {
    const copy = { startNs: 0, endNs: 100_000, bytes: MIB };
    const { copies } = await buildHostFacts({ copies: [copy, { ...copy, stream: 1 }] });
    // per engine 2 MiB / 200 us = 10.48576; together 2 MiB / 100 us = 20.97152
    expect(copies['Host-to-Device']).toMatchObject({ bandwidth_gbps: 10.4858, aggregate_gbps: 20.9715 });
  });

  it('is empty without copies', async () => {
    const { copies } = await buildHostFacts({ kernels: [{ name: 'k', startNs: 0, endNs: 1 }] });
    expect(copies).toEqual({});
  });

  it('lists directions by total duration', async () => {
    const { copies } = await buildHostFacts({
      copies: [
        { startNs: 0, endNs: 10, bytes: 1 },
        { startNs: 20, endNs: 40, bytes: 1, from: 0, to: 'cpu' },
      ],
    });
    expect(Object.keys(copies)).toEqual(['Device-to-Host', 'Host-to-Device']);
  });
});

describe('copies that bandwidth cannot count on (hard inputs 20 and 36)', () => {
  it('leaves unknown sizes and zero lengths out of bytes, bandwidth and sizes, but counts them', async () => {
    const { copies, quality, codes } = await buildHostFacts({
      copies: [
        { startNs: 0, endNs: 100, bytes: 4096 },
        { startNs: 100, endNs: 200, bytes: 0 },
        { startNs: 300, endNs: 300, bytes: 8192 },
      ],
    });
    // only the first: 4096 B in 100 ns
    expect(copies['Host-to-Device']).toMatchObject({
      count: 3,
      unknown_size_count: 1,
      zero_duration_count: 1,
      total_bytes: 4096,
      total_duration_ns: 200,
      sized_duration_ns: 100,
      bandwidth_gbps: 40.96,
      small_copy_frac: 1,
    });
    expect(quality).toMatchObject({ copies: 3, unknown_size_copies: 1 });
    expect(codes).toEqual(expect.arrayContaining(['UNKNOWN_SIZE_COPIES', 'ZERO_DURATION_COPIES']));
  });

  it('has no bandwidth where no size is known', async () => {
    const { copies } = await buildHostFacts({ copies: [{ startNs: 0, endNs: 100, bytes: 0 }] });
    expect(copies['Host-to-Device']).toMatchObject({
      total_bytes: 0,
      avg_bytes: null,
      median_bytes: null,
      bandwidth_gbps: null,
      aggregate_gbps: null,
      median_gbps: null,
      p95_gbps: null,
      small_copy_frac: null,
      size_histogram: [],
      efficiency_pct: null,
    });
  });

  it('counts copies without a GPU end apart', async () => {
    const { copies, quality, codes } = await buildHostFacts({
      copies: [{ startNs: 0, endNs: 10, bytes: 10, from: 'cpu', to: 'cpu' }],
    });
    expect(copies['Host-to-Host']).toMatchObject({ count: 1, peak_gbps: null, aggregate_gbps: 1 });
    expect(quality.host_copies).toBe(1);
    expect(codes).toContain('HOST_COPIES');
  });

  it('takes agents before the name, then the name, else Unknown', async () => {
    const copy = { startNs: 0, endNs: 10, bytes: 10 };
    const { copies } = await buildHostFacts({
      agents: [{}, {}],
      copies: [
        { ...copy, from: 0, to: 'cpu', name: 'MEMORY_COPY_HOST_TO_DEVICE' },
        { ...copy, from: 0, to: 1, name: 'MEMORY_COPY_DEVICE_TO_DEVICE' },
        { ...copy, from: 1, to: 1 },
        { ...copy, from: null, to: 0, name: 'MEMORY_COPY_NONE' },
      ],
    });
    expect(Object.fromEntries(Object.entries(copies).map(([key, row]) => [key, row?.count]))).toEqual({
      'Device-to-Host': 1,
      'Peer-to-Peer': 1,
      'Device-to-Device': 1,
      Unknown: 1,
    });
  });
});

describe('sizes and rates', () => {
  it('sorts sizes into classes with exclusive upper ends', async () => {
    const sizes = [4095, 4096, 65_535, 65_536, MIB, 16 * MIB];
    const { copies } = await buildHostFacts({
      copies: sizes.map((bytes, index) => ({ startNs: 10 * index, endNs: 10 * index + 10, bytes })),
    });
    expect(copies['Host-to-Device']?.size_histogram).toEqual([
      { label: '< 4 KiB', count: 1 },
      { label: '4 KiB to 64 KiB', count: 2 },
      { label: '64 KiB to 1 MiB', count: 1 },
      { label: '1 MiB to 16 MiB', count: 1 },
      { label: '>= 16 MiB', count: 1 },
    ]);
    // three of six are below 64 KiB
    expect(copies['Host-to-Device']?.small_copy_frac).toBe(0.5);
  });

  it('interpolates median and 95th percentile between single copies', async () => {
    const { copies } = await buildHostFacts({
      copies: [1000, 2000, 3000].map((bytes, index) => ({ startNs: 1000 * index, endNs: 1000 * index + 1000, bytes })),
    });
    // rates 1, 2, 3 GB/s; the 95th percentile is at rank 2 * 0.95 = 1.9: 2.9
    expect(copies['Host-to-Device']?.median_gbps).toBe(2);
    expect(copies['Host-to-Device']?.p95_gbps).toBeCloseTo(2.9, 12);
  });
});

describe('peak of the path', () => {
  const copy = { startNs: 0, endNs: 1000, bytes: 6300 };

  it('is PCIe between host and device, one xGMI link between devices, half of the memory inside one', async () => {
    const { copies } = await buildHostFacts({
      agents: [{}, {}],
      copies: [copy, { ...copy, from: 0, to: 1 }, { ...copy, from: 0, to: 0 }],
    });
    // PCIe 5 x16 63 GB/s and a link of 64 GB/s in one direction; MI300X 5,324.8 GB/s (the knowledge tables)
    expect(copies['Host-to-Device']).toMatchObject({ peak_gbps: 63, efficiency_pct: 10 });
    expect(copies['Peer-to-Peer']).toMatchObject({ peak_gbps: 64 });
    expect(copies['Device-to-Device']).toMatchObject({ peak_gbps: 2662.4 });
    expect(copies['Device-to-Device']?.peak_source).toContain('MI300X');
  });

  it('is null for an architecture that is not known, and for an APU towards its host', async () => {
    const unknown = await buildHostFacts({ agents: [{ name: 'gfx9999' }], copies: [copy] });
    expect(unknown.copies['Host-to-Device']).toMatchObject({ peak_gbps: null, efficiency_pct: null });
    const apu = await buildHostFacts({
      agents: [{ productName: 'AMD Instinct MI300A', hardware: { cu_count: 228, num_xcc: 6 } }],
      copies: [copy],
    });
    expect(apu.copies['Host-to-Device']).toMatchObject({ peak_gbps: null, efficiency_pct: null });
  });

  it('is null between MI250X dies, whose pairs have different links', async () => {
    const die = { name: 'gfx90a', productName: 'AMD Instinct MI250X', hardware: { cu_count: 110, num_xcc: 1 } };
    const { copies } = await buildHostFacts({ agents: [die, die], copies: [{ ...copy, from: 0, to: 1 }] });
    expect(copies['Peer-to-Peer']?.peak_gbps).toBeNull();
  });

  it('is null where copies of a direction have different peaks', async () => {
    const { copies } = await buildHostFacts({
      agents: [{}, { name: 'gfx90a', productName: 'AMD Instinct MI250X', hardware: { cu_count: 110, num_xcc: 1 } }],
      copies: [copy, { ...copy, to: 1 }],
    });
    expect(copies['Host-to-Device']?.peak_gbps).toBeNull();
  });

  it('keeps an efficiency above 100 percent and tells of it (hard input 29)', async () => {
    const { copies } = await buildHostFacts({ copies: [{ startNs: 0, endNs: 100, bytes: 12_600 }] });
    // 126 GB/s over 63
    expect(copies['Host-to-Device']?.efficiency_pct).toBe(200);
    expect(copyDiagnostics(copies)).toMatchObject([{ code: 'BANDWIDTH_ABOVE_PEAK', section: 'memory_analysis' }]);
  });
});

describe('copies of several processes', () => {
  const copy = { startNs: 0, endNs: 100, bytes: 1000 };

  it('share the clock of their group in the aggregate rate', async () => {
    const { copies } = await buildHostFacts({
      processes: [{ copies: [copy] }, { copies: [{ ...copy, startNs: 50, endNs: 150 }] }],
    });
    // 2000 B over [0, 150]; per engine 2000 B / 200 ns
    expect(copies['Host-to-Device']).toMatchObject({ count: 2, bandwidth_gbps: 10, aggregate_gbps: 13.3333 });
  });

  it('add up their time where they have nothing in common', async () => {
    const { copies } = await buildHostFacts({
      processes: [{ copies: [copy] }, { node: 'node-b', copies: [copy] }],
    });
    expect(copies['Host-to-Device']).toMatchObject({ count: 2, aggregate_gbps: 10 });
  });
});
