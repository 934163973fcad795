import { describe, expect, it } from '@jest/globals';
import { counterInfo, fusionPatterns, fusionPatternsCatalogue } from '../src/index.js';

describe('fusion patterns', () => {
  it('are ranked by impact per effort, as their scores say to four digits', () => {
    const scores = fusionPatterns().map((pattern) => pattern.expected_impact / pattern.effort_factor);
    expect(scores.map((score) => Number(score.toFixed(4)))).toEqual(
      fusionPatterns().map((pattern) => fusionPatternsCatalogue().scores[pattern.id]),
    );
    // 0.3 / 1.2 comes out a hair below 0.25
    for (const [index, score] of scores.slice(1).entries()) expect(score).toBeLessThan(scores[index]! + 1e-9);
  });

  it('are verified with counters that exist', () => {
    const counters = fusionPatterns().flatMap((pattern) => pattern.verify_counters);
    expect(counters.filter((name) => counterInfo(name) === null)).toEqual([]);
  });

  it('expect an impact within their range', () => {
    for (const { expected_impact: impact, impact_range: range } of fusionPatterns()) {
      if (range === undefined) continue;
      expect(impact).toBeGreaterThanOrEqual(range[0]);
      expect(impact).toBeLessThanOrEqual(range[1]);
    }
  });
});
