import { describe, expect, it } from '@jest/globals';
import {
  counterAliases,
  counterBlock,
  counterInfo,
  isCounterAvailable,
  listGfxIds,
  splitCounterName,
} from '../src/index.js';

describe('splitCounterName', () => {
  it('cuts reductions and instance indices', () => {
    expect(splitCounterName('TCC_HIT_sum')).toEqual({ base: 'TCC_HIT', reduction: 'sum', instance: null });
    expect(splitCounterName('TCC_HIT[15]')).toEqual({ base: 'TCC_HIT', reduction: 'instance', instance: 15 });
    expect(splitCounterName('GRBM_COUNT')).toEqual({ base: 'GRBM_COUNT', reduction: null, instance: null });
  });

  it('accepts any text', () => {
    expect(splitCounterName('')).toEqual({ base: '', reduction: null, instance: null });
    expect(splitCounterName('A[x]\n[3]').base).toBe('A[x]\n');
  });
});

describe('counterInfo', () => {
  it('describes a catalogued counter', () => {
    expect(counterInfo('TCC_HIT_sum')).toEqual({
      name: 'TCC_HIT',
      block: 'TCC',
      unit: 'requests',
      description: 'L2 hits',
      archs: ['gfx906', 'gfx908', 'gfx90a', 'gfx940', 'gfx941', 'gfx942', 'gfx950'],
      derived: false,
      reduction: 'sum',
    });
    expect(counterInfo('SQ_WAVES')?.archs).toBe('all');
  });

  it('answers a counter that only the SDK list has', () => {
    expect(counterInfo('TCC_TAG_STALL')).toMatchObject({ block: 'TCC', unit: 'count', description: '' });
    // gfx1010 and gfx1031 define it too, but are not in the GPU tables
    expect(counterInfo('GRBM_GDS_BUSY')?.archs).toEqual(['gfx1030']);
  });

  it('answers a derived metric with its unit, and the block of the memory cache for the two memory sizes', () => {
    expect(counterInfo('FETCH_SIZE', 'gfx942')).toMatchObject({ derived: true, unit: 'KiB', block: 'TCC' });
    expect(counterInfo('WRITE_SIZE', 'gfx1100')).toMatchObject({ derived: true, block: 'GL2C' });
    expect(counterInfo('WRITE_SIZE')?.archs).not.toContain('gfx1200');
    expect(counterInfo('L2CacheHit')).toMatchObject({ derived: true, unit: '%', block: null });
  });

  it('gives null for an unknown name', () => {
    expect(counterInfo('NO_SUCH_COUNTER')).toBeNull();
    expect(counterInfo('')).toBeNull();
  });
});

describe('isCounterAvailable', () => {
  it('follows the architecture', () => {
    expect(isCounterAvailable('TCC_HIT', 'gfx942')).toBe(true);
    expect(isCounterAvailable('TCC_HIT', 'gfx1100')).toBe(false);
    expect(isCounterAvailable('GL2C_HIT_sum', 'gfx1100')).toBe(true);
    expect(isCounterAvailable('SQ_WAVES', 'gfx1201')).toBe(true);
    expect(isCounterAvailable('WRITE_SIZE', 'gfx1200')).toBe(false);
  });

  it('is null when the counter or the architecture is unknown', () => {
    expect(isCounterAvailable('NO_SUCH_COUNTER', 'gfx942')).toBeNull();
    expect(isCounterAvailable('SQ_WAVES', 'gfx9999')).toBeNull();
  });
});

describe('counterBlock', () => {
  it('comes from the tables, else from the prefix', () => {
    expect(counterBlock('SQC_ICACHE_REQ')).toBe('SQ');
    expect(counterBlock('XYZ_SOMETHING_NEW')).toBe('XYZ');
    expect(counterBlock('FETCH_SIZE', 'gfx1201')).toBe('GL2C');
    expect(counterBlock('IPC')).toBeNull();
  });
});

describe('counterAliases', () => {
  it('maps the memory counters across the renaming of CDNA3, both ways', () => {
    expect(counterAliases('gfx942').get('TCC_EA_RDREQ_32B')).toBe('TCC_EA0_RDREQ_32B');
    expect(counterAliases('gfx90a').get('TCC_EA0_RDREQ')).toBe('TCC_EA_RDREQ');
  });

  it('maps names in circulation that no hardware counts', () => {
    expect(counterAliases('gfx942').get('SQ_INSTS_VALU_MFMA')).toBe('SQ_INSTS_MFMA');
    expect(counterAliases('gfx1100').has('SQ_INSTS_VALU_MFMA')).toBe(false);
  });

  it.each([...listGfxIds()])('%s: never hides a counter that exists, never leads to one that does not', (gfxId) => {
    for (const [alias, target] of counterAliases(gfxId)) {
      expect([alias, isCounterAvailable(alias, gfxId)]).not.toEqual([alias, true]);
      expect([target, isCounterAvailable(target, gfxId)]).toEqual([target, true]);
    }
  });

  it('is empty for an unknown id', () => {
    expect(counterAliases('gfx9999').size).toBe(0);
  });
});
