import { describe, expect, it } from '@jest/globals';
import { attentionConditions, attentionPatterns } from '../src/index.js';

describe('attention patterns', () => {
  it('have ids of their own and judge fractions', () => {
    expect(attentionPatterns().map((pattern) => pattern.id)).toEqual([
      'flash_attention_v2',
      'naive_sdpa',
      'kv_cache_read_amplified',
      'kv_cache_grouped_query',
    ]);
    const thresholds = attentionPatterns().flatMap((pattern) =>
      attentionConditions(pattern).map((condition) => condition.threshold),
    );
    expect(thresholds.every((threshold) => threshold >= 0 && threshold <= 1)).toBe(true);
  });

  it('turn their rules into conditions', () => {
    expect(attentionConditions(attentionPatterns()[0]!)).toEqual([
      { metric: 'mfma_util_frac', op: '>=', threshold: 0.3 },
      { metric: 'hbm_util_frac', op: '<', threshold: 0.5 },
    ]);
  });
});
