import { describe, expect, it } from '@jest/globals';
import { diagnose } from '../../../src/lib/diagnosis/diagnose.js';
import { judge } from '../../../src/lib/diagnosis/verdict.js';
import { EMPTY_API_BREAKDOWN } from '../../../src/lib/facts/empty-sections.js';
import {
  buildFacts,
  copies,
  counters,
  derived,
  factsOf,
  hotspot,
  partitionPct,
  quality,
} from '../../__fixtures__/facts.js';

describe('what would change a verdict', () => {
  it('names the nearest cause and where it would win', () => {
    // One percent of the window is 2e7 ns: copies of 15 % are 5 % short of 20 %, an empty GPU of 8 % 17 % of 25 %.
    const { would_change: change } = judge(factsOf({ copy: 15, idle: 8 }, { hotspots: [hotspot('k', 77)] }));
    expect(change?.rival).toEqual({
      bottleneck: 'memory_transfer',
      driver: 'exposed_copy',
      measure: 'copy_exposed_ns',
      value_ns: 300_000_000,
      wins_at_ns: 400_000_000,
      text: 'exposed_copy would decide from 20.0% (400 ms) on; it takes 15.0% (300 ms).',
    });
    expect(change?.missing.map(({ data }) => data)).toEqual(['counters']);
  });

  it('says how far a cause has to fall before the kernels decide', () => {
    const { driver, would_change: change } = judge(
      factsOf({ copy: 24 }, { memoryAnalysis: { 'Host-to-Device': copies() }, hotspots: [hotspot('k', 76)] }),
    );
    expect(driver).toBe('exposed_copy');
    expect(change?.rival).toMatchObject({ driver: 'gpu_bound', value_ns: 480_000_000, wins_at_ns: 400_000_000 });
  });

  it('names data that could decide otherwise', () => {
    const missing = (facts: Parameters<typeof judge>[0]) => judge(facts).would_change?.missing.map(({ data }) => data);
    expect(missing(factsOf({ idle: 60 }, { apiBreakdown: EMPTY_API_BREAKDOWN }))).toEqual(['api_calls']);
    expect(missing(factsOf({ communication: 50 }))).toEqual(['other_ranks']);
    expect(missing(buildFacts())).toEqual(['gpu_work_with_times']);
    const lossy = quality({ lossy: true, missing_frac: 0.4 });
    expect(missing(factsOf({ copy: 40, idle: 30 }, { traceQuality: lossy }))).toEqual(['whole_time_line']);
    const bound = { hotspots: [hotspot('k', 90)], hardwareCounters: counters({}, { k: { MfmaUtil: 80 } }) };
    expect(missing(factsOf({}, bound))).toEqual([]);
  });
});

describe('findings withheld', () => {
  const withheld = (facts: Parameters<typeof judge>[0]) => diagnose(facts).verdict.withheld ?? [];

  it('are those on idle time of a trace that lost dispatches', () => {
    const facts = factsOf({ idle: 50 }, { traceQuality: quality({ lossy: true, missing_frac: 0.4 }) });
    expect(diagnose(facts).recommendations.map(({ id }) => id)).not.toContain('ROCPD-UTILIZATION-002');
    expect(withheld(facts)).toEqual([
      {
        finding: 'ROCPD-UTILIZATION-002',
        about: 'GPU Utilization',
        reason: 'about 40.0% of the dispatches are missing',
      },
    ]);
  });

  it('are none where nothing is in doubt, and where nothing would be found anyway', () => {
    expect(withheld(factsOf({ idle: 50 }))).toEqual([]);
    expect(withheld(factsOf({ idle: 5 }, { traceQuality: quality({ lossy: true, missing_frac: 0.4 }) }))).toEqual([]);
    expect(withheld(buildFacts())).toEqual([]);
  });

  it('are those on times where most of them are 0', () => {
    const facts = buildFacts({
      executionBreakdown: partitionPct({ copy: 40, idle: 40 }),
      traceQuality: quality({ dispatches: 3, zero_duration_dispatches: 2 }),
    });
    expect(withheld(facts).map(({ finding }) => finding)).toEqual(
      expect.arrayContaining(['ROCPD-MEMCPY-001', 'ROCPD-UTILIZATION-002']),
    );
    for (const { reason } of withheld(facts)) expect(reason).toBe('2 of 3 dispatches have zero length');
  });

  it('are figures of counters that contradict themselves', () => {
    const hardwareCounters = counters({}, { k: { VALUBusy: 30 } });
    const reason = 'inconsistent: 9000 GB/s is above the 5300 GB/s of this partition';
    hardwareCounters.metrics!.per_kernel['k']!['hbm_bw_utilization'] = { ...derived(null), reason };
    expect(withheld(factsOf({}, { hotspots: [hotspot('k', 90)], hardwareCounters }))).toEqual([
      { finding: 'hbm_bw_utilization', about: 'k', reason },
    ]);
  });
});
