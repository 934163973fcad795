import { describe, expect, it } from '@jest/globals';
import { scriptedProvider } from '@perfxpert/providers/testing';
import {
  agentAnalysis,
  agentComputeSpecialist,
  agentCorrectness,
  agentDiffSpecialist,
  agentLatencySpecialist,
  agentMemorySpecialist,
  agentRecommendation,
  agentRoot,
} from '../src/index.js';
import type { AgentOptions } from '../src/index.js';
import type { AgentAnalysis } from '../src/team/analysis-schema.js';
import type { AgentDiffResult } from '../src/team/diff-schema.js';
import { validateAnswer } from '../src/runtime/validate-answer.js';
import type { AgentRole } from '../src/runtime/agent-role.js';
import { agentOf } from '../src/team/agents.js';
import { OFFLINE } from './agent-options.js';
import { HOSTILE, LIES, hostileModel } from './hostile-model.js';
import { FACTS, RECORDINGS, recording } from './recordings.js';

describe('the hostile answers', () => {
  it.each(Object.entries(HOSTILE))('of %s are of its form', (role, answer) => {
    const { outputSchema } = agentOf(role as AgentRole);
    expect(validateAnswer(outputSchema, answer)).toMatchObject({ ok: true });
    expect(Object.keys(answer).sort()).toEqual(Object.keys(outputSchema.entries).sort());
  });
});

const SPECIALISTS = [
  ['compute_specialist', agentComputeSpecialist],
  ['memory_specialist', agentMemorySpecialist],
  ['latency_specialist', agentLatencySpecialist],
] as const;

type Answer = Readonly<Record<string, unknown>>;
type Call = (fields: object, options: AgentOptions) => Promise<object>;

/** What a model may change, and what tells that one was asked: words, lane, and what the run says of itself. */
function fixed(answer: object): Answer {
  const {
    narrative: _words,
    metadata,
    features,
    exploratory_proposals: _lane,
    ...others
  } = answer as Answer & {
    metadata: Answer;
  };
  const {
    provider: _p,
    provider_used: _u,
    providers_failed: _f,
    model: _m,
    request_id: _r,
    output_rejected: _o,
    usage: _usage,
    session_id: _s,
    narrative_source: _n,
    ...told
  } = metadata;
  const sections = Array.isArray(features) ? features.filter((name) => name !== 'exploratory_proposals') : features;
  return { ...others, features: sections, metadata: told };
}

/** Air-gapped, an answer or an error. */
const offline = (call: Call): Promise<object> =>
  call({ airgap: true }, { ...OFFLINE, createFollowUp: false }).catch((error: unknown) => ({
    metadata: {},
    error: [(error as Error).name, (error as Error).message],
  }));

/**
 * A call with a hostile model against the same one without: equal but for words and lane. Proves that the lies were of the
 * form that is accepted, and returns who asked for them.
 */
async function compare(call: Call, creativity: 'strict' | 'exploratory', expected: object): Promise<string[]> {
  const model = hostileModel();
  const environment = { PERFXPERT_AGENT_CREATIVITY: creativity };
  const options: AgentOptions = { ...OFFLINE, environment, createFollowUp: false, createChatProvider: () => model };
  let answer: Answer;
  try {
    answer = (await call({ provider: 'anthropic' }, options)) as Answer;
  } catch (error) {
    expect({ metadata: {}, error: [(error as Error).name, (error as Error).message] }).toEqual(expected);
    return [];
  }
  expect(fixed(answer)).toEqual(fixed(expected));
  const { metadata, narrative, exploratory_proposals: lane = [] } = answer as Answer & { metadata: Answer };
  if (model.asked.length > 0) expect(metadata['output_rejected']).toBeNull();
  if (model.asked.some((role) => 'narrative' in HOSTILE[role])) expect(narrative).toBe(LIES);
  const explorers = model.asked.filter((role) => role.endsWith('_specialist') && creativity === 'exploratory');
  const titles = (lane as { title: string }[]).map(({ title }) => title);
  expect(titles.every((title) => title === LIES)).toBe(true);
  expect(titles.length).toBeLessThanOrEqual(explorers.length);
  return [...model.asked];
}

(RECORDINGS === null ? describe.skip : describe)('parity on recorded traces', () => {
  const names = [...FACTS.keys()];

  describe.each(names.map((name, index) => [name, names[(index + 1) % names.length] ?? name]))('%s', (name, next) => {
    const path = recording(name);

    it('Root', async () => {
      const call: Call = (fields, options) => agentRoot({ database_path: path, ...fields }, options);
      const expected = await offline(call);
      const isRead = !('error' in expected);
      expect(await compare(call, 'strict', expected)).toEqual(isRead ? ['root'] : []);
      const asked = await compare(call, 'exploratory', expected);
      expect(asked.filter((role) => !role.endsWith('_specialist'))).toEqual(isRead ? ['root'] : []);
    }, 120_000);

    it('Analysis, Recommendation and the specialists', async () => {
      const analysis: Call = (fields, options) => agentAnalysis({ input: { database_path: path }, ...fields }, options);
      const expected = await offline(analysis);
      expect(await compare(analysis, 'exploratory', expected)).toEqual([]);
      if ('error' in expected) return;
      const { metadata: _metadata, warnings: _warnings, ...findings } = expected as AgentAnalysis;
      const recommendation: Call = (fields, options) =>
        agentRecommendation({ input: { findings, database_path: path }, ...fields }, options);
      const advised = await offline(recommendation);
      expect((await compare(recommendation, 'exploratory', advised)).length).toBeLessThanOrEqual(1);
      const input = { gfx_id: 'gfx942', hot_kernels: findings.hot_kernels };
      for (const [role, agent] of SPECIALISTS) {
        const call: Call = (fields, options) => agent({ input, ...fields }, options);
        const offered = await offline(call);
        expect(await compare(call, 'strict', offered)).toEqual([]);
        expect(await compare(call, 'exploratory', offered)).toEqual([role]);
      }
    }, 120_000);

    it('Diff and Correctness', async () => {
      const diff: Call = (fields, options) =>
        agentDiffSpecialist({ baseline_db: path, new_db: recording(next), ...fields }, options);
      const expected = await offline(diff);
      const isRead = !('error' in expected);
      for (const creativity of ['strict', 'exploratory'] as const)
        expect(await compare(diff, creativity, expected)).toEqual(isRead ? ['diff_specialist'] : []);
      const verdict = {
        status: 'regressed' as const,
        failing_gate: 'regression' as const,
        detail: isRead ? (expected as AgentDiffResult).narrative : name,
      };
      const correctness: Call = (fields, options) =>
        agentCorrectness({ input: { gate_verdict: verdict }, ...fields }, options);
      expect(await compare(correctness, 'strict', await offline(correctness))).toEqual(['correctness']);
    }, 120_000);
  });
});

describe('parity of the agents without a trace', () => {
  const hotKernels = [{ name: 'gemm', percent_of_total: 80 }];

  it.each(['pass', 'reject', 'regressed'] as const)('Correctness: %s', async (status) => {
    const verdict = { status, failing_gate: status === 'pass' ? null : ('sol' as const), detail: 'd' };
    const call: Call = (fields, options) => agentCorrectness({ input: { gate_verdict: verdict }, ...fields }, options);
    expect(await compare(call, 'strict', await offline(call))).toEqual(['correctness']);
  });

  it.each(SPECIALISTS)(
    '%s asks nobody in the strict tier, and fills its lane alone in the other',
    async (role, agent) => {
      const call: Call = (fields, options) =>
        agent({ input: { gfx_id: 'gfx942', hot_kernels: hotKernels }, ...fields }, options);
      const expected = await offline(call);
      expect(await compare(call, 'strict', expected)).toEqual([]);
      expect(await compare(call, 'exploratory', expected)).toEqual([role]);
    },
  );

  it('a good draft reaches the lane, and nothing else', async () => {
    const draft = {
      title: 'Try it',
      hypothesis: 'H',
      mechanism: 'M',
      evidence: [{ kind: 'kernel', ref: 'gemm', observation: 'hot' }],
      expected_effects: [{ metric: 'kernel time', direction: 'decrease' }],
      verification: { metrics: ['kernel time'], success_criteria: [], requires_full_gate_cascade: true },
      failure_modes: ['none gained'],
    };
    const provider = scriptedProvider([{ structured: { exploratory_proposals: [draft] } }]);
    const answer = await agentComputeSpecialist(
      { input: { gfx_id: 'gfx942', hot_kernels: hotKernels }, provider: 'anthropic' },
      { ...OFFLINE, environment: { PERFXPERT_AGENT_CREATIVITY: 'exploratory' }, createChatProvider: () => provider },
    );
    expect(answer.exploratory_proposals).toEqual([
      expect.objectContaining({ title: 'Try it', status: 'exploratory', specialist: 'compute', confidence: 0.3 }),
    ]);
    expect(answer.exploratory_proposals?.[0]?.provenance).toMatchObject({ provider: 'anthropic', model: 'scripted' });
  });

  it('an answer with an extra field beside a good draft is dropped whole', async () => {
    const turn = { structured: { exploratory_proposals: [], extra: 1 } };
    const provider = scriptedProvider([turn, turn]);
    const answer = await agentComputeSpecialist(
      { input: { gfx_id: 'gfx942', hot_kernels: hotKernels }, provider: 'anthropic' },
      { ...OFFLINE, environment: { PERFXPERT_AGENT_CREATIVITY: 'exploratory' }, createChatProvider: () => provider },
    );
    expect(answer.exploratory_proposals).toEqual([]);
    expect(answer.warnings?.[0]).toMatch(/^ANSWER_REJECTED: /);
  });
});
