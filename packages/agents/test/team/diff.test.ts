import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scriptedProvider } from '@perfxpert/providers/testing';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceFiles } from '@perfxpert/rocpd/testing';
import { agentDiffSpecialist } from '../../src/index.js';
import { knowledgeExcerpts } from '../../src/runtime/knowledge-excerpts.js';
import { AGENT_ROLES } from '../../src/runtime/agent-role.js';
import { diffNarrative, signedPercent } from '../../src/team/diff-narrative.js';
import { diffConfidence } from '../../src/team/run-diff.js';
import { OFFLINE } from '../agent-options.js';

let base: TraceFiles;
const others = new Map<number, TraceFiles>();
const traceOf = (ns: number) => buildTrace({ kernels: [{ name: 'k', startNs: 0, endNs: ns }] });
beforeAll(() => {
  base = traceOf(1000);
  for (const ns of [1080, 920, 1002]) others.set(ns, traceOf(ns));
});
afterAll(() => {
  base.dispose();
  for (const trace of others.values()) trace.dispose();
});
const ask = (ns: number, fields: object = { airgap: true }, options = {}) =>
  agentDiffSpecialist(
    { baseline_db: base.paths[0] ?? '', new_db: others.get(ns)?.paths[0] ?? '', ...fields },
    { ...OFFLINE, ...options },
  );

describe('agentDiffSpecialist', () => {
  it('8 % slower, one kernel: regressed, whatever a model says', async () => {
    const provider = scriptedProvider([
      { structured: { narrative: 'All good.', verdict: 'improved', confidence: 0.1 } },
    ]);
    const answer = await ask(1080, { provider: 'anthropic' }, { createChatProvider: () => provider });
    expect(answer).toMatchObject({ verdict: 'regressed', wall_delta_pct: 8, narrative: 'All good.', confidence: 0.9 });
    expect(answer.regressions.map(({ name }) => name)).toEqual(['k']);
  });

  it('8 % faster: improved', async () => {
    expect(await ask(920)).toMatchObject({ verdict: 'improved', wall_delta_pct: -8, regressions: [] });
  });

  it('0.2 % slower: neutral', async () => {
    expect(await ask(1002)).toMatchObject({ verdict: 'neutral', regressions: [], improvements: [] });
  });
});

describe('its words', () => {
  it.each([
    [0, '+0.0'],
    [-0, '+0.0'],
    [-0.04, '+0.0'],
    [0.25, '+0.2'],
    [0.75, '+0.8'],
    [-0.25, '-0.2'],
    [8, '+8.0'],
    [-12.34, '-12.3'],
    [99.96, '+100.0'],
  ])('%d is %s', (value, text) => {
    expect(signedPercent(value)).toBe(text);
  });

  it('name the worst slow-down, else the best gain, else nothing', () => {
    const row = (name: string, delta: number) => ({ name, delta_pct: delta }) as never;
    const diff = {
      verdict: 'neutral' as const,
      verdict_basis: 'kernel_time' as const,
      verdict_delta_pct: 0,
      wall_delta_pct: 0,
      totals: { regressions: 1, improvements: 2 } as never,
      primary_regressions: [row('slow', 7)],
      primary_improvements: [row('fast', -9)],
    };
    expect(diffNarrative(diff)).toContain('Largest slow-down: slow +7.0 %.');
    expect(diffNarrative({ ...diff, primary_regressions: [] })).toContain('Largest gain: fast -9.0 %.');
    expect(diffNarrative({ ...diff, primary_regressions: [], primary_improvements: [] })).toMatch(/faster\.$/);
  });

  it('are as sure as the hot kernels are the same', () => {
    const kernel = (change: string, wasHot: boolean, isHot: boolean) =>
      ({ change, was_hot: wasHot, is_hot: isHot }) as never;
    expect(diffConfidence({ per_kernel: [kernel('slower', true, true)] })).toBe(0.9);
    expect(diffConfidence({ per_kernel: [kernel('slower', false, true)] })).toBe(0.7);
    expect(diffConfidence({ per_kernel: [kernel('added', false, true)] })).toBe(0.55);
    expect(diffConfidence({ per_kernel: [kernel('removed', true, false)] })).toBe(0.55);
    expect(diffConfidence({ per_kernel: [kernel('added', false, false)] })).toBe(0.9);
  });
});

describe('excerpts of the catalogues', () => {
  it.each(AGENT_ROLES)('for %s: the same each time, at most 60 KB', (role) => {
    const text = knowledgeExcerpts(role, 'compute', 'gfx942');
    expect(text).toBe(knowledgeExcerpts(role, 'compute', 'gfx942'));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
    expect(text === '').toBe(role === 'diff_specialist');
  });

  it('hold the type that was asked for, and all of them for one that is not known', () => {
    expect(knowledgeExcerpts('root', 'latency', null)).not.toContain('"name":"compute"');
    expect(knowledgeExcerpts('root', 'mixed', null)).toContain('"name":"compute"');
  });

  it('leave out what is not known of an architecture', () => {
    expect(knowledgeExcerpts('compute_specialist', null, 'gfx0')).not.toContain('# gpu_specs');
    expect(knowledgeExcerpts('compute_specialist', null, 'gfx942')).toContain('# optimization_techniques');
  });
});
