import { describe, expect, it } from '@jest/globals';
import { findVllmParameter, vllmRocmApiCatalogue } from '../src/index.js';

describe('vLLM data', () => {
  it('advises ranges whose ends are in order', () => {
    const { params } = vllmRocmApiCatalogue();
    for (const { advise } of Object.values(params))
      if (typeof advise === 'object') expect(advise[0]).toBeLessThan(advise[1]);
  });

  it('is found by exact name', () => {
    expect(findVllmParameter('gpu_memory_utilization')?.advise).toEqual([0.9, 0.95]);
    expect(findVllmParameter('pin_memory')).toBeNull();
    expect(findVllmParameter('constructor')).toBeNull();
  });
});
