import { describe, expect, it } from '@jest/globals';
import { agentRecommendation } from '../../src/index.js';
import { recommendationHashV1 } from '../../src/runtime/recommendation-hash.js';
import { OFFLINE } from '../agent-options.js';

const findings = (bottleneck: string, apiPct = 40) => ({
  primary_bottleneck: bottleneck as 'latency',
  confidence: 0.8,
  time_breakdown: { kernel_pct: 40, memcpy_pct: 0, api_pct: apiPct, idle_pct: 60 - apiPct },
  hot_kernels: [
    {
      name: 'k',
      percent_of_total: 90,
      gfx_id: 'gfx942',
      metrics: { total_kernel_calls: 5000, avg_kernel_duration_us: 4 },
    },
  ],
  counter_data_available: false,
});
const ask = (input: object, options = {}) =>
  agentRecommendation({ input: input as never, airgap: true }, { ...OFFLINE, ...options });
const runs = (...totals: number[]) => totals.map((total) => ({ total_runtime_ns: total }));

describe('agentRecommendation', () => {
  it.each([
    ['compute', 'compute'],
    ['memory_transfer', 'memory'],
    ['latency', 'latency'],
    ['api_overhead', 'latency'],
    ['mixed', 'none'],
    ['data_insufficient', 'none'],
  ])('%s leads to %s', async (bottleneck, specialist) => {
    expect((await ask({ findings: findings(bottleneck) })).specialist_used).toBe(specialist);
  });

  it('mixed without anything else left gives one entry to find the cause', async () => {
    const { recommendations } = await ask({ findings: findings('mixed') });
    expect(recommendations).toEqual([
      expect.objectContaining({ name: 'mixed_bottleneck_triage', category: 'triage', priority: 'MEDIUM' }),
    ]);
  });

  it('without data it says how to record them, in three passes', async () => {
    const { recommendations, metadata } = await ask({ findings: findings('data_insufficient') });
    expect(recommendations).toEqual([]);
    const steps = metadata['next_steps'] as { command: string }[];
    expect(steps[1]?.command).toContain('--pmc FETCH_SIZE');
    expect(steps[2]?.command).toContain('--pmc WRITE_SIZE');
  });

  it.each([
    [[100, 99], false],
    [[100, 99, 98.1], true],
    [[100, 98, 97], false],
    [[1000, 1019, 1000], true],
    [[0, 0, 0], false],
  ])('runs of %j: plateau %s', async (totals, plateau) => {
    const answer = await ask({ findings: findings('latency'), edit_history: runs(...totals) });
    expect(answer.plateau_detected).toBe(plateau);
    expect((answer.metadata['next_steps'] as unknown[]).length).toBe(plateau ? 1 : 0);
  });

  it('leaves out what was seen, in the same order otherwise', async () => {
    const all = await ask({ findings: findings('latency') });
    const [first, ...others] = all.recommendations;
    const answer = await ask({
      findings: findings('latency'),
      seen_recommendation_hashes: [recommendationHashV1(String(first?.['name']))],
    });
    expect(answer.recommendations).toEqual(others);
  });

  it('a session leaves out what it gave before, also in another call', async () => {
    const call = () =>
      agentRecommendation({ input: { findings: findings('latency') }, airgap: true, session_id: 'seen-1' }, OFFLINE);
    expect((await call()).recommendations.length).toBeGreaterThan(0);
    expect((await call()).recommendations).toEqual([]);
  });

  it('applies a filter by kernel', async () => {
    expect((await ask({ findings: findings('latency'), kernel_filter: 'nothing' })).recommendations).toEqual([]);
    expect((await ask({ findings: findings('latency'), kernel_filter: 'k' })).recommendations.length).toBeGreaterThan(
      0,
    );
  });

  it('without an architecture it keeps to what exists everywhere', async () => {
    const { gfx_id: _gfx, ...row } = findings('compute').hot_kernels[0] ?? {};
    const answer = await ask({ findings: { ...findings('compute'), hot_kernels: [{ ...row }] } });
    expect(answer.recommendations.map(({ name }) => name)).not.toContain('mfma_enablement');
  });
});

describe('hashes of entries', () => {
  it.each([
    ['launch_bounds', 'db889a691f37af76bdd2d38d77b6166579bfa7b2840a1aa054f7c2d80157b6cf'],
    ['mfma_enablement', '48629d35d78306f2699addffc46c8dd9b5be60f5701bb376ed10346a1b098cba'],
    ['größe', '3064e4156f86b8fdcebcc9d55ae61a11488823d50dcb9bb203a480cf526296e1'],
  ])('%s', (name, hash) => {
    expect(recommendationHashV1(name)).toBe(hash);
  });
});
