import { describe, expect, it } from '@jest/globals';
import { recommend } from '../../../../src/lib/diagnosis/recommend.js';
import { copies, factsOf, hotspot } from '../../../__fixtures__/facts.js';
import { categories, only } from '../findings.js';

describe('rules about transfers', () => {
  it('RG-1 reports exposed copies of 25 % as one HIGH entry, without filler', () => {
    // 25 % of 2e9 ns are 5e8 ns
    const facts = factsOf({ copy: 25 }, { memoryAnalysis: { 'Host-to-Device': copies() } });
    const entries = recommend(facts);
    expect(entries.map(({ id, category, priority }) => [id, category, priority])).toEqual([
      ['ROCPD-MEMCPY-001', 'Memory Transfer', 'HIGH'],
    ]);
    expect(entries[0]).toMatchObject({
      target: 'Host-to-Device',
      recoverable_ns: 500_000_000,
      estimated_saving_ns: 500_000_000,
      recoverable_pct: 25,
      confidence: 0.7,
    });
    expect(entries[0]!.issue).toContain('25.0%');
    expect(entries[0]!.estimated_impact).toContain('At most 500 ms (25.0% of the window)');
  });

  it('RG-2 stays silent about copies at exactly 20 %', () => {
    expect(categories(factsOf({ copy: 20 }))).not.toContain('Memory Transfer');
    expect(categories(factsOf({ copy: 20.1 }))).toContain('Memory Transfer');
  });

  it('does not count copies that kernels cover', () => {
    expect(categories(factsOf({ copyHidden: 60 }))).not.toContain('Memory Transfer');
  });

  it.each([
    ['pins slow large ones', { bandwidth_gbps: 10.5, efficiency_pct: 16.7 }, /pin/i],
    ['batches small ones', { avg_bytes: 4096, small_copy_frac: 0.9 }, /batch/i],
    ['overlaps those at link rate', {}, /overlap/i],
  ])('%s', (_what, figures, title) => {
    const facts = factsOf({ copy: 40 }, { memoryAnalysis: { 'Host-to-Device': copies(figures) } });
    expect(only(facts, 'Memory Transfer').title).toMatch(title);
  });

  it('RG-8 reports a slow direction against its peak', () => {
    // 5 of 63 GB/s is 7.9 %; 4e8 ns of copies, 92.1 % of it could go, but only 3 % of 2e9 = 6e7 ns is exposed
    const slow = copies({ bandwidth_gbps: 5, efficiency_pct: 7.9 });
    const entry = only(factsOf({ copy: 3 }, { memoryAnalysis: { 'Host-to-Device': slow } }), 'Memory Bandwidth');
    expect(entry).toMatchObject({ id: 'ROCPD-MEMBW-001', priority: 'MEDIUM', recoverable_ns: 60_000_000 });
    expect(entry.issue).toContain('5.00 GB/s');
  });

  it.each([
    ['at link rate', {}, 3],
    ['of unknown rate', { bandwidth_gbps: null, efficiency_pct: null }, 3],
    ['of rate 0', { bandwidth_gbps: 0, efficiency_pct: 0 }, 3],
    ['below 64 KiB', { bandwidth_gbps: 5, efficiency_pct: 7.9, avg_bytes: 1024 }, 3],
    ['at half of the peak', { bandwidth_gbps: 31.5, efficiency_pct: 50 }, 3],
    ['that kernels cover', { bandwidth_gbps: 5, efficiency_pct: 7.9 }, 0.9],
    ['of less than 1 % of the window', { bandwidth_gbps: 5, efficiency_pct: 7.9, total_duration_ns: 1e7 }, 3],
  ])('RG-8 says nothing about copies %s', (_what, figures, exposedPct) => {
    const facts = factsOf({ copy: exposedPct }, { memoryAnalysis: { 'Host-to-Device': copies(figures) } });
    expect(categories(facts)).not.toContain('Memory Bandwidth');
  });

  it('falls back to 10 GB/s where no peak is known', () => {
    const unknown = { peak_gbps: null, efficiency_pct: null };
    const at = (gbps: number) =>
      categories(
        factsOf({ copy: 3 }, { memoryAnalysis: { 'Peer-to-Peer': copies({ ...unknown, bandwidth_gbps: gbps }) } }),
      );
    expect(at(9.99)).toContain('Memory Bandwidth');
    expect(at(10)).not.toContain('Memory Bandwidth');
  });

  it('numbers the directions of one rule', () => {
    const slow = copies({ bandwidth_gbps: 5, efficiency_pct: 7.9 });
    const facts = factsOf({ copy: 3 }, { memoryAnalysis: { 'Host-to-Device': slow, 'Device-to-Host': slow } });
    const ids = recommend(facts)
      .filter((entry) => entry.category === 'Memory Bandwidth')
      .map((entry) => entry.id);
    expect(ids).toEqual(['ROCPD-MEMBW-001', 'ROCPD-MEMBW-002']);
  });

  it('reports collectives that nothing covers', () => {
    const kernel = hotspot('ncclDevKernel_Generic(args)', 73, { category: 'NCCL' });
    const entry = only(factsOf({ communication: 64 }, { hotspots: [kernel] }), 'Communication');
    // 64 % of 2e9 ns
    expect(entry).toMatchObject({ target: kernel.name, recoverable_ns: 1_280_000_000, priority: 'HIGH' });
    expect(categories(factsOf({ communication: 20 }))).not.toContain('Communication');
    expect(categories(factsOf({ communication: 64 }, { hotspots: [kernel] }))).not.toContain('Kernel Hotspot');
  });
});
