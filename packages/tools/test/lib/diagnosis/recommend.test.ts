import { describe, expect, it } from '@jest/globals';
import { EMPTY_API_BREAKDOWN } from '../../../src/lib/facts/empty-sections.js';
import { recommend } from '../../../src/lib/diagnosis/recommend.js';
import { buildFacts, counters, factsOf, hotspot, partitionPct, quality } from '../../__fixtures__/facts.js';
import { categories, only } from './findings.js';

describe('recommend', () => {
  it('RG-9 asks for data where the trace holds none', () => {
    for (const facts of [buildFacts(), factsOf({})]) {
      const entries = recommend(facts);
      expect(entries.map(({ id, category, priority }) => [id, category, priority])).toEqual([
        ['ROCPD-INFO-001', 'Performance', 'INFO'],
      ]);
      expect(entries[0]!.commands.length).toBeGreaterThan(0);
    }
  });

  it('gives no advice where counters show a kernel at its peak', () => {
    const facts = factsOf(
      { idle: 1 },
      {
        hotspots: [hotspot('gemm', 95)],
        hardwareCounters: counters({ utilizationPct: 99 }, { gemm: { MfmaUtil: 85 } }),
      },
    );
    expect(recommend(facts)).toEqual([]);
  });

  it('withholds findings about time where most dispatches have no length', () => {
    const facts = buildFacts({
      executionBreakdown: partitionPct({ copy: 40, idle: 40 }),
      traceQuality: quality({ dispatches: 3, zero_duration_dispatches: 2 }),
      hotspots: [hotspot('k', 100)],
    });
    const entries = recommend(facts);
    expect(entries.map((entry) => entry.category)).toEqual(['Performance']);
    expect(entries[0]!.issue).toContain('2 of 3 dispatches');
  });

  it('withholds findings about idle time where a tenth of the dispatches is missing', () => {
    const at = (missing: number) =>
      categories(factsOf({ idle: 50 }, { traceQuality: quality({ lossy: true, missing_frac: missing }) }));
    expect(at(0.1)).toContain('GPU Utilization');
    expect(at(0.11)).not.toContain('GPU Utilization');
  });

  it('is less sure of a trace that lost dispatches', () => {
    const facts = factsOf({ copy: 40 }, { traceQuality: quality({ lossy: true, missing_frac: 0.1 }) });
    // 0.7 * 0.9
    expect(only(facts, 'Memory Transfer').confidence).toBe(0.63);
  });

  it('does not advise on copies of a trace without kernels', () => {
    const facts = factsOf({ copy: 100 }, { traceQuality: quality({ dispatches: 0, copies: 5 }) });
    expect(categories(facts)).toEqual(['Performance']);
    expect(recommend(facts)[0]!.issue).toContain('0 dispatches and 5 copies');
  });

  it('does not call the pauses of a counter recording idle time', () => {
    const facts = factsOf({ idle: 90 }, { hardwareCounters: counters(), apiBreakdown: EMPTY_API_BREAKDOWN });
    expect(categories(facts)).toEqual(['Performance']);
  });
});
