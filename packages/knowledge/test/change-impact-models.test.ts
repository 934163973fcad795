import { describe, expect, it } from '@jest/globals';
import {
  changeImpactModels,
  conservativeSpeedupRange,
  findChangeImpactModel,
  findProvenOptimization,
  isKnownGfxId,
  type ChangeImpactModel,
} from '../src/index.js';

const withBounds = (lo: number, hi: number): ChangeImpactModel => ({
  ...changeImpactModels()[0]!,
  speedup_bounds: { lo, hi },
});

describe('change-impact models', () => {
  it('number ten, with ids of their own', () => {
    expect(new Set(changeImpactModels().map((model) => model.id)).size).toBe(10);
    expect(findChangeImpactModel('unicorn_magic')).toBeNull();
  });

  it.each(changeImpactModels().map((model) => [model.id, model] as const))(
    '%s says the same as the optimisation that it cites',
    (id, model) => {
      const cited = findProvenOptimization(model.source_citation.replace('proven_optimizations#', ''))!;
      expect(cited.prediction_id).toBe(id);
      expect([model.speedup_bounds.lo, model.speedup_bounds.hi]).toEqual(cited.measured_speedup_range);
      expect(model.applies_to).toEqual({ bottleneck_type: cited.bottleneck_type, gfx: cited.applies_to_gfx });
      expect([...model.required_metrics].sort()).toEqual(cited.preconditions.map(({ metric }) => metric).sort());
      expect(model.applies_to.gfx.filter((gfxId) => !isKnownGfxId(gfxId))).toEqual([]);
    },
  );
});

describe('conservativeSpeedupRange', () => {
  it('cuts the upper bound to 85 %, not below the lower one', () => {
    // 1.40 * 0.85 = 1.19 < 1.25; 1.70 * 0.85 = 1.445; 2.00 * 0.85 = 1.7; 10 * 0.85 = 8.5
    expect(conservativeSpeedupRange(findChangeImpactModel('vgpr_reduction')!)).toEqual([1.25, 1.25]);
    expect(conservativeSpeedupRange(withBounds(1.3, 1.7))).toEqual([1.3, 1.445]);
    expect(conservativeSpeedupRange(withBounds(1.2, 2))).toEqual([1.2, 1.7]);
    expect(conservativeSpeedupRange(withBounds(4, 10))).toEqual([4, 8.5]);
  });
});
