import { describe, expect, it } from '@jest/globals';
import { diagnose } from '../../../../src/lib/diagnosis/diagnose.js';
import type { DiagnoseOptions } from '../../../../src/lib/diagnosis/rule-input.js';
import type { Ranks, Straggler } from '../../../../src/schemas/ranks.js';
import type { Thermal } from '../../../../src/schemas/thermal.js';
import { factsOf } from '../../../__fixtures__/facts.js';
import { RCCL, factsOfProcesses, trainingRank } from '../../../support/training-ranks.js';
import { categories, only } from '../findings.js';
import { STRAGGLER, ranksWith } from '../straggler.js';

const withStraggler = (straggler: Partial<Straggler> = {}, parts = { communication: 40 }) =>
  factsOf(parts, { ranks: ranksWith(straggler) });

describe('a straggler', () => {
  it('is named first, with what it does longer and at most what the others wait', () => {
    // 25 % of 2e9 ns
    const entry = only(withStraggler(), 'Ranks');
    expect(entry).toMatchObject({
      id: 'ROCPD-RANK-001',
      priority: 'HIGH',
      target: 'GPU 0, rank 3',
      recoverable_ns: 500_000_000,
    });
    expect(entry.issue).toContain('25.0% of the window');
    expect(entry.issue).toContain('it comes last to 90 of its 100 matched collectives');
    expect(entry.issue).toContain('its kernels take 600 ms longer than the median of the other ranks');
    expect(entry.issue).toContain('450 ms of it in gemm');
    expect(entry.evidence.map(({ metric, value }) => [metric, value])).toEqual([
      ['straggler_bound_ns', 500_000_000],
      ['straggler', 'GPU 0, rank 3'],
      ['last_count', 90],
      ['matched_count', 100],
      ['caused_waiting_ns', 1_500_000_000],
      ['caused_waiting_pct', 95],
      ['kernels_excess_ns', 600_000_000],
      ['kernel', 'void ns::gemm<float>(int)'],
      ['kernel_excess_ns', 450_000_000],
    ]);
  });

  it('may win back more than the mean of what nothing covers, since it waits least itself', () => {
    // 15 % of 2e9 ns is the mean of two ranks, of which one waits 600 ms: its own bound of 500 ms stands.
    expect(only(withStraggler({}, { communication: 15 }), 'Ranks').recoverable_ns).toBe(500_000_000);
    expect(categories(withStraggler({}, { communication: 0 }))).not.toContain('Ranks');
  });

  it('counts in each window that its job spans', () => {
    expect(only(withStraggler({ bound_ns: 200_000_000, window_count: 2 }), 'Ranks').recoverable_ns).toBe(400_000_000);
  });

  it('below 5 % of the window is not worth advice', () => {
    expect(categories(withStraggler({ bound_ns: 100_000_000 }))).not.toContain('Ranks');
    expect(categories(withStraggler({ bound_ns: 100_000_001 }))).toContain('Ranks');
  });

  it.each([
    ['kernels', 'compute'],
    ['copies', 'memory_transfer'],
    ['api_calls', 'api_overhead'],
    ['empty_gpu', 'latency'],
    ['other_work', 'latency'],
  ] as const)('that leads in %s makes the trace one of %s', (lead, bottleneck) => {
    const parts = lead === 'other_work' ? [] : [{ part: lead, own_ns: 9, median_ns: 3, excess_ns: 6 }];
    const { verdict, recommendations } = diagnose(withStraggler({ lead, parts }));
    expect(verdict).toMatchObject({ primary_bottleneck: bottleneck, driver: 'rank_straggler', confidence: 0.8 });
    expect(verdict.overall_assessment).toContain('GPU 0, rank 3');
    expect(recommendations[0]?.id).toBe('ROCPD-RANK-001');
  });

  it('leaves to advice on communication what remains', () => {
    // 50 % communication, 25 % of it waiting for rank 3: 25 % remain
    const facts = withStraggler({}, { communication: 50 });
    const entry = only(facts, 'Communication');
    expect(entry.recoverable_ns).toBe(500_000_000);
    expect(entry.evidence).toContainEqual(
      expect.objectContaining({ metric: 'straggler_waited_ns', value: 500_000_000 }),
    );
    expect(entry.issue).toContain('25.0% of the window');
    expect(entry.issue).toContain('beside what ranks wait for GPU 0, rank 3');
    // 45 % - 25 % is not above 20 %
    expect(categories(withStraggler({}, { communication: 45 }))).not.toContain('Communication');
  });

  it('is nobody where ranks take turns, and then waiting is not called communication', () => {
    // Of 400 + 500 ms in matched collectives 500 ms are waiting.
    const facts = factsOf({ communication: 40 }, { ranks: { ...ranksWith(), straggler: null } });
    const entry = only(facts, 'Communication');
    expect(entry.title).toMatch(/^Even out the ranks: they wait for each other in/);
    expect(entry.issue).toContain('Of 900 ms in matched collectives of all ranks, 500 ms (55.6%) is waiting');
    expect(entry.evidence).toContainEqual(expect.objectContaining({ metric: 'rank_waiting_ns', value: 500_000_000 }));
    expect(entry.evidence).toContainEqual(expect.objectContaining({ metric: 'rank_matched_ns', value: 900_000_000 }));
  });

  it('may be the rank with the longest window', () => {
    const window = { basis: 'window', last_count: null, matched_count: null, caused_waiting_ns: null } as const;
    const entry = only(withStraggler({ ...window, caused_waiting_pct: null }, { communication: 0 }), 'Ranks');
    expect(entry).toMatchObject({ recoverable_ns: null, priority: 'MEDIUM' });
    expect(entry.estimated_impact).toContain('The job ends 500 ms earlier at most');
    expect(entry.issue).toContain('its window is the longest');
  });

  it('of a recording whose times are not judged is withheld, with the reason', () => {
    const facts = withStraggler();
    const lossy = { ...facts.traceQuality, lossy: true, missing_frac: 0.5 };
    expect(categories({ ...facts, traceQuality: lossy })).not.toContain('Ranks');
    expect(diagnose({ ...facts, traceQuality: lossy }).verdict.withheld).toContainEqual({
      finding: 'ROCPD-RANK-001',
      about: 'Ranks',
      reason: expect.stringContaining('50.0%'),
    });
  });

  it('is found from recorded rows, and nobody on even ranks', async () => {
    const late = diagnose(
      await factsOfProcesses([trainingRank(0), trainingRank(1), trainingRank(2, { kernelNs: 25_000 })]),
    );
    expect(late.verdict).toMatchObject({ primary_bottleneck: 'compute', driver: 'rank_straggler' });
    expect(late.recommendations[0]).toMatchObject({ id: 'ROCPD-RANK-001', recoverable_ns: 250_000 });
    const even = diagnose(await factsOfProcesses([trainingRank(0), trainingRank(1)]));
    expect(even.verdict.driver).toBe('rccl_exposed');
    expect(even.recommendations.map(({ id }) => id)).not.toContain('ROCPD-RANK-001');
    expect(even.recommendations[0]?.target).toBe(RCCL);
  });
});

const THERMAL: Thermal = {
  has_data: true,
  max_temp_c: 102,
  avg_temp_c: 90,
  p95_temp_c: 101,
  max_mem_temp_c: null,
  max_power_w: 700,
  thermal_headroom_c: 3,
  throttle_events: 4,
  reported_throttle_events: 2,
  throttle_reasons: ['socket_thermal'],
  power_limited: false,
  power_throttle_suspected: false,
  verdict: 'throttling',
  sample_count: 20,
  gpu_count: 2,
  per_gpu: [],
  remarks: [],
  source: 'amd-smi',
  unparsed_records: 0,
  truncated: false,
};
const gpu = (id: number, verdict: Thermal['verdict']): Thermal['per_gpu'][number] => ({
  ...THERMAL,
  gpu_id: id,
  verdict,
  clock_spread_frac: null,
});
const log = (thermal: Partial<Thermal> = {}): DiagnoseOptions => ({
  thermal: {
    thermal: { ...THERMAL, per_gpu: [gpu(0, 'healthy'), gpu(1, 'throttling')], ...thermal },
    diagnostics: [],
  },
});

describe('a monitor log', () => {
  it('that shows throttling is evidence, without a bound', () => {
    const entry = only(factsOf({}), 'Thermal', log());
    expect(entry).toMatchObject({ id: 'ROCPD-THERMAL-001', priority: 'HIGH', target: 'GPU 1', recoverable_ns: null });
    expect(entry.issue).toContain('1 of 2 GPUs throttling: 102 °C at most, 4 samples within 5 °C of the limit');
    expect(entry.evidence.map(({ source }) => source)).toEqual(
      Array.from({ length: 6 }, () => 'gpu_runtime_monitor.analyze_thermal'),
    );
  });

  it('that shows none gives no advice', () => {
    expect(categories(factsOf({}), log({ verdict: 'hot' }))).not.toContain('Thermal');
    expect(categories(factsOf({}), log({ verdict: 'healthy' }))).not.toContain('Thermal');
    expect(categories(factsOf({}))).not.toContain('Thermal');
  });

  it('backs a straggler where some GPUs throttle and others do not', () => {
    const entry = only(withStraggler(), 'Ranks', log());
    expect(entry.evidence.at(-1)).toMatchObject({ metric: 'throttling_gpus', value: 1 });
    expect(entry.actions.join()).toContain('1 of 2 that throttle');
    const all = only(withStraggler(), 'Ranks', log({ gpu_count: 1, per_gpu: [gpu(1, 'throttling')] }));
    expect(all.evidence.map(({ metric }) => metric)).not.toContain('throttling_gpus');
  });

  it('is handed on with its notices', () => {
    const diagnostics = [
      { code: 'MONITOR_LOG_PARTIAL', severity: 'warning' as const, message: 'm', section: 'thermal', how_to_fix: null },
    ];
    const { thermal, diagnostics: told } = diagnose(factsOf({}), { thermal: { thermal: THERMAL, diagnostics } });
    expect(thermal).toBe(THERMAL);
    expect(told).toEqual(expect.arrayContaining(diagnostics));
    expect(diagnose(factsOf({})).thermal).toBeNull();
  });
});

describe('the rank that waits most', () => {
  it('is told among the findings', () => {
    const ranks: Ranks = ranksWith(STRAGGLER);
    const { verdict } = diagnose(factsOf({ communication: 40 }, { ranks }));
    expect(verdict.key_findings).toContain(
      'GPU 0, rank 0 waits for other ranks for 500 ms of 700 ms in matched collectives.',
    );
  });
});
