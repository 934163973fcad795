import { describe, expect, it } from '@jest/globals';
import {
  collectivePeakGbps,
  interconnect,
  interconnectSpecsCatalogue,
  isKnownGfxId,
  listInterconnectIds,
  networkAdapter,
  publishedInterconnectPeaks,
} from '../src/index.js';

const { gpu } = interconnectSpecsCatalogue();

describe('interconnect tables', () => {
  it.each(Object.keys(gpu))('%s: links add up, both directions are twice one', (id) => {
    const entry = gpu[id]!;
    expect(isKnownGfxId(id)).toBe(true);
    if (entry.links === 0) return;
    expect(entry.link_bidir).toBe(2 * entry.link_per_dir!);
    if (entry.total_per_dir !== undefined)
      expect(entry.total_per_dir).toBeCloseTo(entry.links * entry.link_per_dir!, 9);
    if (entry.total_bidir !== undefined) expect(entry.total_bidir).toBeCloseTo(entry.links * entry.link_bidir!, 9);
  });
});

describe('interconnect', () => {
  it('gives the links of MI300X-class parts', () => {
    expect(interconnect('gfx942')).toMatchObject({
      linksForPeers: 7,
      linkPerDirectionGbps: 64,
      totalPerDirectionGbps: 448,
      totalBidirectionalGbps: 896,
      pciePerDirectionGbps: 63,
      achievableGbps: 340,
    });
    expect(interconnect('gfx941')?.gfxId).toBe('gfx942');
    expect(interconnect('gfx90a')?.inPackagePerDirectionGbps).toBe(200);
  });

  it('has an entry of its own for MI300A, and takes the architecture for any other part', () => {
    expect(interconnect('gfx942', 'MI300A')).toMatchObject({ sku: 'MI300A', linksForPeers: 8, achievableGbps: null });
    expect(interconnect('gfx942', 'MI325X')?.sku).toBe('MI300X');
  });

  it('gives null for an unknown id', () => {
    expect(interconnect('gfx9999')).toBeNull();
    expect(interconnect('connectx7')).toBeNull();
    expect(interconnect('toString')).toBeNull();
  });
});

describe('collectivePeakGbps', () => {
  it('is the smaller of what is achieved and what the wires carry in one direction', () => {
    expect(['gfx942', 'gfx950', 'gfx908', 'gfx90a', 'gfx1100'].map((id) => collectivePeakGbps(id))).toEqual([
      340, 537.6, 138, 200, 24,
    ]);
    expect(collectivePeakGbps('gfx1201')).toBeNull();
    expect(collectivePeakGbps('gfx9999')).toBeNull();
  });
});

describe('publishedInterconnectPeaks', () => {
  it.each([
    ['IC-1', 'gfx90a', { name: 'MI250X', xgmiLinks: 8, xgmiPerLinkGbps: 100, xgmiPeakGbps: 800 }],
    ['IC-2', 'gfx942', { name: 'MI300X', xgmiLinks: 8, xgmiPerLinkGbps: 128, xgmiPeakGbps: 1024, achievableGbps: 340 }],
    ['IC-3', 'gfx950', { xgmiLinks: 7, xgmiPerLinkGbps: 153, xgmiPeakGbps: 1071 }],
    ['IC-4', 'connectx7', { name: 'ConnectX-7 400G', pcieTier: 'Gen5 x16', achievableGbps: 50 }],
  ])('%s %s', (_id, id, expected) => expect(publishedInterconnectPeaks(id)).toMatchObject(expected));

  it('names a part without xGMI by its default, and gives null where nothing was published (IC-5)', () => {
    expect(publishedInterconnectPeaks('gfx1030')?.name).toBe('RX 6900 XT');
    expect([publishedInterconnectPeaks('gfx9999'), publishedInterconnectPeaks('columns')]).toEqual([null, null]);
  });
});

describe('networkAdapter', () => {
  it('gives one direction in GB/s: an eighth of the line rate', () => {
    const { nic } = interconnectSpecsCatalogue();
    for (const id of Object.keys(nic)) expect(networkAdapter(id)?.perDirectionGbps).toBe(nic[id]!.line_rate_gbit / 8);
    expect(networkAdapter('connectx9')).toBeNull();
  });
});

describe('listInterconnectIds', () => {
  it('lists architectures and adapters', () => {
    expect(listInterconnectIds()).toEqual(expect.arrayContaining(['gfx942', 'connectx7']));
    expect(listInterconnectIds().filter((id) => id.includes(':'))).toEqual([]);
  });
});
