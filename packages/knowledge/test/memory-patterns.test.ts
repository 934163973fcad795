import { describe, expect, it } from '@jest/globals';
import { findUnifiedMemoryPattern, isKnownGfxId, memoryPatternsCatalogue } from '../src/index.js';

describe('memory patterns', () => {
  it('have exactly one trigger each, on a known architecture if on one', () => {
    for (const pattern of memoryPatternsCatalogue().unified_memory) {
      expect(Object.keys(pattern.trigger)).toHaveLength(1);
      if (pattern.arch !== undefined) expect(isKnownGfxId(pattern.arch)).toBe(true);
    }
  });

  it('are found by id', () => {
    expect(findUnifiedMemoryPattern('htod_paging_hotspot')?.trigger).toEqual({ paging_events_ge: 1 });
    // one GiB
    expect(findUnifiedMemoryPattern('mi300x_cross_die_traffic')?.trigger.cross_die_bytes_ge).toBe(1024 ** 3);
    expect(findUnifiedMemoryPattern('nothing')).toBeNull();
  });
});
