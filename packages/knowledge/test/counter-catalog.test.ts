import { describe, expect, it } from '@jest/globals';
import {
  counterCatalogue,
  findCounterDescription,
  findCounterName,
  findDerivedMetric,
  gpuSpecsCatalogue,
  invalidCounterNames,
  listGfxIds,
  pmcLimits,
  splitCounterName,
} from '../src/index.js';

const { counters, _meta: meta } = counterCatalogue();

describe('counter catalogue', () => {
  it('holds each counter once, and only counters that the SDK defines, in the SDK block', () => {
    expect(new Set(counters.map((counter) => counter.name)).size).toBe(counters.length);
    for (const counter of counters)
      expect([counter.name, findCounterName(counter.name)?.block]).toEqual([counter.name, counter.block]);
  });

  it('names only architectures of the GPU tables', () => {
    const known = new Set(Object.keys(gpuSpecsCatalogue().archs));
    const named = counters.flatMap((counter) => (counter.archs === 'all' ? [] : counter.archs));
    expect(named.filter((gfxId) => !known.has(gfxId))).toEqual([]);
  });

  it('has a pass limit for each block', () => {
    for (const gfxId of listGfxIds())
      for (const counter of counters) expect(Object.keys(pmcLimits(gfxId).blockLimits)).toContain(counter.block);
  });

  it('differs from the list of names only where it is known to', () => {
    // The catalogue decides (see counterInfo). A new entry here means that a data file changed.
    const differing = counters.flatMap((counter) => {
      const defined = findCounterName(counter.name)?.archs ?? new Set();
      // The SDK has no definitions of these three; the catalogue gives them those of their generation.
      const ids = listGfxIds().filter((gfxId) => !['gfx1103', 'gfx1150', 'gfx1151'].includes(gfxId));
      const listed = (gfxId: string) => counter.archs === 'all' || counter.archs.includes(gfxId);
      return ids.some((gfxId) => listed(gfxId) !== defined.has(gfxId)) ? [counter.name] : [];
    });
    expect(differing).toEqual([
      'GRBM_SPI_BUSY',
      'GRBM_TA_BUSY',
      'SQ_BUSY_CYCLES',
      'SQ_LEVEL_WAVES',
      'SQ_INSTS_FLAT',
      'SQ_ACTIVE_INST_ANY',
      'SQ_WAIT_INST_LDS',
      'TCP_TCP_TA_DATA_STALL_CYCLES',
    ]);
  });

  it('has formulas for the metrics that it calls derived', () => {
    expect(meta.derived.map((name) => findDerivedMetric(name)?.name)).toEqual(['FETCH_SIZE', 'WRITE_SIZE']);
  });

  it('describes by exact name', () => {
    expect(findCounterDescription('SQ_WAVES')?.unit).toBe('waves');
    expect(findCounterDescription('SQ_WAVES_sum')).toBeNull();
  });
});

describe('invalidCounterNames', () => {
  it('are no counters, and their replacements are', () => {
    const names = invalidCounterNames();
    expect([...names.keys()]).toEqual(['SQ_INSTS_VALU_MFMA', 'TCP_TCC_HIT_sum', 'TCP_TOTAL_HIT', 'TCP_TOTAL_MISS']);
    for (const [name, replacement] of names) {
      expect(findCounterName(splitCounterName(name).base)).toBeNull();
      if (replacement !== null) expect(findCounterName(splitCounterName(replacement).base)).not.toBeNull();
    }
    expect(names.get('TCP_TCC_HIT_sum')).toBe('TCC_HIT_sum');
    expect(names.get('TCP_TOTAL_HIT')).toBeNull();
  });
});
