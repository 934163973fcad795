import { describe, expect, it } from '@jest/globals';
import { lookupPeaks, lookupPeaksTool } from '../../../src/catalog/interconnect/lookup-peaks.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('interconnect.lookupPeaks', () => {
  it('IC-1: gfx90a', () => {
    expect(lookupPeaks({ gfx_id: 'gfx90a' })).toMatchObject({
      name: 'MI250X',
      xgmi_links: 8,
      xgmi_per_link_gbps: 100,
      xgmi_peak_gbps: 800,
    });
  });

  it('IC-2: gfx942, one way and both ways apart', () => {
    // seven links to peers of 64 GB/s one way: 448, both ways 896; 1024 counts the eighth, which goes to the host
    expect(lookupPeaks({ gfx_id: 'gfx942' })).toEqual({
      name: 'MI300X class',
      xgmi_peak_gbps: 1024,
      xgmi_links: 8,
      xgmi_per_link_gbps: 128,
      pcie_tier: 'Gen5 x16',
      pcie_peak_gbps: 64,
      achievable_gbps: 340,
      source_url: null,
      measured_with: null,
      links_for_peers: 7,
      link_per_dir_gbps: 64,
      link_bidir_gbps: 128,
      total_per_dir_gbps: 448,
      total_bidir_gbps: 896,
      pcie_per_dir_gbps: 63,
      collective_peak_gbps: 340,
      status: expect.any(String),
    });
  });

  it('IC-3: gfx950', () => {
    expect(lookupPeaks({ gfx_id: 'gfx950' })).toMatchObject({
      xgmi_links: 7,
      xgmi_per_link_gbps: 153,
      xgmi_peak_gbps: 1071,
      // the customary 650 is above what the wires carry one way
      achievable_gbps: 650,
      collective_peak_gbps: 537.6,
    });
  });

  it('IC-4: connectx7', () => {
    expect(lookupPeaks({ gfx_id: 'connectx7' })).toMatchObject({
      name: 'ConnectX-7 400G',
      achievable_gbps: 50,
      xgmi_links: 0,
    });
  });

  it('fills the customary fields from the tables where there are no customary values', () => {
    expect(lookupPeaks({ gfx_id: 'gfx906' })).toMatchObject({
      xgmi_links: 2,
      xgmi_per_link_gbps: 92,
      xgmi_peak_gbps: 184,
      achievable_gbps: null,
    });
    expect(lookupPeaks({ gfx_id: 'gfx1201' })).toMatchObject({
      xgmi_links: 0,
      xgmi_peak_gbps: 0,
      total_per_dir_gbps: null,
      pcie_peak_gbps: 63,
    });
    expect(lookupPeaks({ gfx_id: 'pollara400' })).toMatchObject({ achievable_gbps: 50, pcie_tier: 'Gen5 x16' });
  });

  it('IC-5: gfx9999', () => {
    const error = errorOf(() => lookupPeaks({ gfx_id: 'gfx9999' }));
    expect(error.code).toBe('UNKNOWN_ID');
    expect(error.message).toContain('connectx6, connectx7');
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(lookupPeaksTool, { gfx_id: 'GFX942:xnack-' }, lookupPeaks({ gfx_id: 'gfx942' }));
  });
});
