import { describe, expect, it } from '@jest/globals';
import {
  derivedMetricFormula,
  formulaInputs,
  isKnownGfxId,
  pmcBlockLimit,
  pmcErrorCode,
  pmcLimits,
  pmcLimitsCatalogue,
} from '../src/index.js';

describe('pmcLimits', () => {
  it('gives the limits of CDNA', () => {
    const limits = pmcLimits('gfx942:xnack-');
    const blocks = ['SQ', 'TA', 'TD', 'TCP', 'TCC', 'CPC', 'CPF', 'SPI', 'GRBM', 'GDS'];
    expect(limits.archKnown).toBe(true);
    expect(blocks.map((block) => pmcBlockLimit(limits, block))).toEqual([8, 2, 2, 4, 4, 2, 2, 6, 2, 4]);
  });

  it('lets an architecture have blocks of its own', () => {
    expect(pmcBlockLimit(pmcLimits('gfx1200'), 'SQC')).toBe(16);
    expect(pmcBlockLimit(pmcLimits('gfx942'), 'SQC')).toBe(4);
  });

  it('falls back to general limits for an unknown id, and to 4 for an unknown block', () => {
    const limits = pmcLimits('gfx9999');
    expect(limits.archKnown).toBe(false);
    expect(pmcBlockLimit(limits, 'SQ')).toBe(8);
    expect(pmcBlockLimit(limits, 'UNKNOWN')).toBe(4);
    expect(pmcBlockLimit(limits, 'constructor')).toBe(4);
    expect(pmcLimits('constructor').archKnown).toBe(false);
  });

  it('knows only architectures of the GPU tables', () => {
    expect(Object.keys(pmcLimitsCatalogue().gpu_arch_limits).filter((id) => !isKnownGfxId(id))).toEqual([]);
  });

  it.each(['gfx908', 'gfx90a', 'gfx940', 'gfx942', 'gfx950'])(
    '%s: an isolated counter costs what it expands to',
    (id) => {
      const { isolatedCounters, isolatedCost } = pmcLimits(id);
      expect(isolatedCounters).toEqual(['FETCH_SIZE', 'WRITE_SIZE']);
      for (const name of isolatedCounters)
        expect(isolatedCost[name]).toBe(formulaInputs(derivedMetricFormula(name, id)!).length);
    },
  );

  it('has no cost where none is known', () => {
    expect(pmcLimits('gfx1100').isolatedCost).toEqual({});
  });
});

describe('pmcErrorCode', () => {
  it('explains code 38', () => {
    expect(pmcErrorCode(38)?.action).toBe('split into passes');
    expect(pmcErrorCode(1)).toBeNull();
  });
});
