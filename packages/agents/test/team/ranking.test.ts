import { describe, expect, it } from '@jest/globals';
import { rankTechniques } from '../../src/team/rank-techniques.js';
import { specialistOffer } from '../../src/team/specialist-techniques.js';

const namesOf = (kind: 'compute' | 'memory' | 'latency', gfxId: string | null, kernel: string) =>
  specialistOffer(kind, gfxId, { hotKernels: [{ name: kernel }], data: [] }).techniques.map(({ name }) => name);

describe('order of techniques', () => {
  it('compute on gfx942, a name that says nothing', () => {
    // 2.5 / 0.5 = 5, 9 / 3 = 3, 0.4 / 1 = 0.4
    expect(namesOf('compute', 'gfx942', 'k')).toEqual([
      'fast_math_compiler_flag',
      'mfma_enablement',
      'vgpr_reduction_compute_bound',
    ]);
  });

  it('compute on gfx942, a kernel that multiplies matrices', () => {
    expect(namesOf('compute', 'gfx942', 'Cijk_GEMM_x')).toEqual([
      'mfma_enablement',
      'fast_math_compiler_flag',
      'vgpr_reduction_compute_bound',
    ]);
  });

  it('compute on gfx90a', () => {
    expect(namesOf('compute', 'gfx90a', 'k')).toEqual(['fast_math_compiler_flag', 'vgpr_reduction_compute_bound']);
  });

  it('memory on gfx942', () => {
    // overlap first by rule; 4 / 2 = 2, 5 / 3 = 1.667, 1 / 2.5 = 0.4 at low risk, 0.8 / 2 = 0.4 at medium risk
    expect(namesOf('memory', 'gfx942', 'k')).toEqual([
      'hip_stream_overlap',
      'memory_coalescing_stride_fix',
      'lds_tiling_matmul',
      'cache_blocking_kernel',
      'warp_primitives_reduction',
    ]);
  });

  it('without an architecture only what exists on every one', () => {
    expect(namesOf('compute', null, 'k')).toEqual(['fast_math_compiler_flag']);
  });

  it('by gain per effort, then by risk', () => {
    const entry = (name: string, impact: number, effort: number, risk = 'low') => ({
      name,
      expected_impact: impact,
      effort_factor: effort,
      risk,
    });
    // 0.3, 0.25, 0.4
    const ranked = rankTechniques([entry('A', 0.3, 1), entry('B', 0.5, 2, 'medium'), entry('C', 0.2, 0.5)], null);
    expect(ranked.map(({ name }) => name)).toEqual(['C', 'A', 'B']);
    const equal = [
      entry('high', 0.4, 2, 'high'),
      entry('unknown', 0.2, 1, '?'),
      entry('none', 0.2, 0),
      entry('low', 0.2, 1),
    ];
    // 0.2 each (an effort of 0 counts as 1); what is unknown counts as medium
    expect(rankTechniques(equal, null).map(({ name }) => name)).toEqual(['none', 'low', 'unknown', 'high']);
  });

  it('what applies goes first, what does not goes last', () => {
    const offer = specialistOffer('memory', 'gfx942', {
      hotKernels: [{ name: 'k' }],
      // overlap: 50 % > 20 %, 1 stream, 2 MB > 1 MB all hold; coalescing needs copies below 5 %
      data: [{ memcpy_pct: 50, num_streams_used: 1, avg_memcpy_size_mb: 2 }],
    });
    expect(offer.techniques[0]).toMatchObject({ name: 'hip_stream_overlap', status: 'applicable', confidence: 1 });
    expect(offer.techniques.at(-1)).toMatchObject({ name: 'memory_coalescing_stride_fix', status: 'not_applicable' });
    // 3 hold; unknown: lds 3 (one of them the name), cache 3, warp 3
    expect(offer.confidence).toBeGreaterThanOrEqual(0.3);
  });

  it('is 0.3 sure where nothing is known', () => {
    expect(specialistOffer('latency', 'gfx942', { hotKernels: [], data: [] }).confidence).toBe(0.3);
  });

  it('an unknown architecture is refused', () => {
    expect(() => specialistOffer('latency', 'gfx0', { hotKernels: [], data: [] })).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_ID' }),
    );
  });
});
