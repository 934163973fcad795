import { describe, expect, it } from '@jest/globals';
import {
  expectedImpact,
  findChangeImpactModel,
  findProvenOptimization,
  isKnownGfxId,
  provenOptimizations,
  provenOptimizationsFor,
} from '../src/index.js';

const summary = (category: 'compute' | 'memory' | 'latency', gfxId: string) =>
  provenOptimizationsFor(category, gfxId).map((entry) => [entry.prediction_id, expectedImpact(entry)]);

describe('proven optimisations', () => {
  it.each(provenOptimizations().map((entry) => [entry.id, entry] as const))(
    '%s has a change-impact model',
    (_id, entry) => {
      expect(findChangeImpactModel(entry.prediction_id)).not.toBeNull();
      expect(entry.applies_to_gfx.filter((gfxId) => !isKnownGfxId(gfxId))).toEqual([]);
    },
  );

  it('judge fractions within 0..1', () => {
    for (const { metric, threshold } of provenOptimizations().flatMap((entry) => entry.preconditions))
      if (/_(frac|rate|utilization)$/.test(metric)) expect([metric, threshold <= 1]).toEqual([metric, true]);
  });

  it('are found by id', () => {
    expect(findProvenOptimization('hip_stream_overlap')?.catalogs).toEqual(['memory', 'latency']);
    expect(findProvenOptimization('nothing')).toBeNull();
  });
});

describe('provenOptimizationsFor', () => {
  it('keeps the order of the file and what applies to the architecture', () => {
    expect(summary('compute', 'gfx942:xnack-')).toEqual([
      ['vgpr_reduction', 0.4],
      ['mfma_enablement', 9],
      ['fast_math_flag', 2.5],
    ]);
    expect(summary('compute', 'gfx1100')).toEqual([['fast_math_flag', 2.5]]);
    expect(summary('memory', 'gfx942')).toEqual([
      ['memory_coalescing_stride_fix', 4],
      ['lds_tiling', 5],
      ['hip_stream_overlap', 0.7],
      ['warp_primitives_reduction', 0.8],
      ['cache_blocking_kernel', 1],
    ]);
    expect(summary('latency', 'gfx942')).toEqual([
      ['hip_stream_overlap', 0.7],
      ['kernel_fusion_small_launches', 5],
      ['device_sync_removal', 0.8],
    ]);
  });
});
