import { describe, expect, it } from '@jest/globals';
import { counterNamesCatalogue, findCounterName, listCounterNames, splitCounterName } from '../src/index.js';

describe('counter names', () => {
  it('stand once, without the suffixes of reductions', () => {
    const names = Object.values(counterNamesCatalogue().blocks).flatMap((groups) => Object.values(groups).flat());
    // 491 counted in the SDK's definitions
    expect(new Set(names).size).toBe(491);
    expect(names).toHaveLength(491);
    expect(names.filter((name) => splitCounterName(name).reduction !== null)).toEqual([]);
  });

  it('tell block and architectures', () => {
    expect(findCounterName('TCC_EA0_RDREQ')).toEqual({
      name: 'TCC_EA0_RDREQ',
      block: 'TCC',
      archs: new Set(['gfx940', 'gfx941', 'gfx942', 'gfx950']),
    });
    // scalar caches count in the block of the sequencer
    expect(findCounterName('SQC_ICACHE_REQ')?.block).toBe('SQ');
    expect(findCounterName('constructor')).toBeNull();
  });

  it('are listed per architecture, sorted', () => {
    const names = listCounterNames('gfx942:xnack-');
    expect(names).toContain('SQ_INSTS_VALU_MFMA_MOPS_F8');
    expect(names).not.toContain('SQ_INSTS_VALU_MFMA_MOPS_F6F4');
    expect([...names].sort()).toEqual(names);
    expect(listCounterNames('gfx9999')).toEqual([]);
  });
});
