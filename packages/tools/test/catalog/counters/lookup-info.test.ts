import { describe, expect, it } from '@jest/globals';
import { lookupInfo, lookupInfoTool } from '../../../src/catalog/counters/lookup-info.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('lookupInfo', () => {
  it('M10: SQ_WAVES is of block SQ', () => {
    expect(lookupInfo({ name: 'SQ_WAVES', gfx_id: 'gfx942' })).toMatchObject({
      name: 'SQ_WAVES',
      block: 'SQ',
      unit: 'waves',
      archs: 'all',
      available: true,
      derived: false,
      reduction: null,
    });
  });

  it('cuts suffix and index off', () => {
    expect(lookupInfo({ name: 'TCC_HIT_sum' })).toMatchObject({
      name: 'TCC_HIT',
      block: 'TCC',
      reduction: 'sum',
      available: null,
    });
    expect(lookupInfo({ name: 'TCC_HIT[3]' })).toMatchObject({ name: 'TCC_HIT', reduction: 'instance' });
  });

  it('knows derived metrics; FETCH_SIZE belongs to the memory-side cache', () => {
    expect(lookupInfo({ name: 'FETCH_SIZE', gfx_id: 'gfx942' })).toMatchObject({
      unit: 'KiB',
      derived: true,
      block: 'TCC',
    });
    expect(lookupInfo({ name: 'FETCH_SIZE', gfx_id: 'gfx1100' }).block).toBe('GL2C');
    expect(lookupInfo({ name: 'L2CacheHit' })).toMatchObject({ derived: true, block: null });
  });

  it('answers a name without a description', () => {
    // CPC_ME1_BUSY_FOR_PACKET_DECODE stands in the list of names only
    expect(lookupInfo({ name: 'CPC_ME1_BUSY_FOR_PACKET_DECODE' })).toMatchObject({
      block: 'CPC',
      unit: 'count',
      description: '',
    });
  });

  it('says whether an architecture has it', () => {
    expect(lookupInfo({ name: 'SQ_VALU_MFMA_BUSY_CYCLES', gfx_id: 'gfx908' }).available).toBe(false);
    expect(lookupInfo({ name: 'SQ_WAVES', gfx_id: 'gfx9999' }).available).toBeNull();
  });

  it('suggests names that begin alike', () => {
    const error = errorOf(() => lookupInfo({ name: 'TCC_HITS' }));
    expect(error.code).toBe('UNKNOWN_ID');
    expect(error.details['known']).toContain('TCC_HIT');
    expect(error.details['known']).toHaveLength(20);
  });

  it('says what to use instead of a name in circulation', () => {
    const error = errorOf(() => lookupInfo({ name: 'SQ_INSTS_VALU_MFMA' }));
    expect(error.details).toMatchObject({ use_instead: 'SQ_INSTS_MFMA' });
    expect(error.message).toContain('use SQ_INSTS_MFMA');
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(lookupInfoTool, { name: 'GRBM_COUNT', gfx_id: null }, lookupInfo({ name: 'GRBM_COUNT' }));
  });
});
