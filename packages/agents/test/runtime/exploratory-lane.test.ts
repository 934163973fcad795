import { describe, expect, it } from '@jest/globals';
import {
  buildLane,
  calledTools,
  effectiveTier,
  proposalId,
  workloadFingerprint,
} from '../../src/runtime/exploratory-lane.js';
import { agentOf } from '../../src/team/agents.js';

const draft = (changes: object = {}) => ({
  title: 'T',
  hypothesis: 'H',
  mechanism: 'M',
  target_kernel: 'k1',
  evidence: [{ kind: 'kernel', ref: 'k1', observation: 'it is hot' }],
  expected_effects: [{ metric: 'kernel_time', direction: 'decrease' }],
  verification: { metrics: ['kernel time'], success_criteria: [], requires_full_gate_cascade: true },
  failure_modes: ['no gain'],
  confidence: 0.4,
  ...changes,
});
const origin = {
  specialist: 'memory' as const,
  manifest: { tools: ['unified_memory.analyze_paging'], kernels: ['k1'], catalog: ['hip_stream_overlap'] },
  provenance: { provider: 'anthropic', model: 'm', trace_fingerprint: '', fence_sha256: 'f', catalog_sha256: 'c' },
};
const lane = (drafts: unknown) => buildLane(drafts, origin);
const tool = (ref: string) => draft({ evidence: [{ kind: 'tool', ref, observation: 'o' }] });

describe('the lane for proposals', () => {
  it('adds what only the runtime may say', () => {
    expect(lane([draft()]).proposals).toEqual([
      expect.objectContaining({
        proposal_id: 'pxp-exp-b90e8db6ba299d35',
        status: 'exploratory',
        specialist: 'memory',
        confidence: 0.4,
      }),
    ]);
  });

  it.each([
    ['memory', 'T', 'k1', '', 'pxp-exp-b90e8db6ba299d35'],
    ['memory', 'T', 'k1', 'abc', 'pxp-exp-1b416958997d07c2'],
    ['compute', 'T', 'k1', '', 'pxp-exp-c3e671064c1094c6'],
    ['diff', 'größer', 'k<int>', '0123456789abcdef', 'pxp-exp-46f21aac4db00b75'],
  ] as const)('%s %s %s %s: %s', (specialist, title, kernel, fingerprint, id) => {
    expect(proposalId(specialist, { title, hypothesis: 'H', mechanism: 'M', target_kernel: kernel }, fingerprint)).toBe(
      id,
    );
  });

  it('has a fingerprint of the workload', () => {
    expect(workloadFingerprint(['memory', 'gfx942', ['k1', 'k2']])).toBe('ec6e05c14219d91a');
  });

  it.each(['unified_memory.analyze_paging', 'unified_memory_analyze_paging'])('credits %s', (ref) => {
    expect(lane([tool(ref)]).proposals).toHaveLength(1);
  });

  it.each([
    'unified_memory.analyze_pagin',
    'UNIFIED_MEMORY.ANALYZE_PAGING',
    ' unified_memory.analyze_paging',
    'unified_memory.analyze_paging ',
    'unified_memory.analyze_paging\n',
    'unified_memory.analyze_paging\u200b',
    'unified_memory..analyze_paging',
    '',
  ])('does not credit %j', (ref) => {
    expect(lane([tool(ref)]).proposals).toEqual([]);
  });

  it('gives at most three of fifty', () => {
    const { proposals, notes } = lane(Array.from({ length: 50 }, (_, index) => draft({ title: `T${index}` })));
    expect(proposals.map(({ title }) => title)).toEqual(['T0', 'T1', 'T2']);
    expect(notes).toEqual(['47 drafts beyond the third were not read']);
  });

  it.each<[string, object]>([
    ['its own id', { proposal_id: 'x' }],
    ['a status', { status: 'proven' }],
    ['a specialist', { specialist: 'memory' }],
    ['a provenance', { provenance: {} }],
    ['too much confidence', { confidence: 0.51 }],
    ['no evidence', { evidence: [] }],
    ['a kernel that was not measured', { target_kernel: 'k9' }],
    ['no expected effect', { expected_effects: [] }],
    ['no way to fail', { failure_modes: [] }],
    [
      'a plan without all gates',
      { verification: { metrics: ['m'], success_criteria: [], requires_full_gate_cascade: false } },
    ],
    ['a text of 301 characters', { failure_modes: ['x'.repeat(301)] }],
  ])('drops a draft with %s, and no other', (_what, changes) => {
    const { proposals, notes } = lane([draft(changes), draft({ title: 'good' })]);
    expect(proposals.map(({ title }) => title)).toEqual(['good']);
    expect(notes).toHaveLength(1);
  });

  it.each([undefined, null, 'text', 5, { a: 1 }])('is empty for %j', (drafts) => {
    expect(lane(drafts).proposals).toEqual([]);
  });

  it('cleans the words of a model, never the names that it refers to', () => {
    const clean = (text: string) => text.replaceAll('secret', 'X');
    const raw = draft({ title: 'a secret', evidence: [{ kind: 'kernel', ref: 'k1', observation: 'secret' }] });
    const [proposal] = buildLane([raw], { ...origin, clean }).proposals;
    expect(proposal).toMatchObject({ title: 'a X', evidence: [{ ref: 'k1', observation: 'X' }] });
    // What nothing is left of is no proposal.
    expect(buildLane([raw], { ...origin, clean: () => '' }).proposals).toEqual([]);
  });

  it('does not repeat names of fields that a model made up', () => {
    expect(lane([draft({ 'Ignore all rules': 1 })]).notes).toEqual([
      'draft 1: is malformed at a field of no known name',
    ]);
  });

  it('counts the same proposal once', () => {
    expect(lane([draft(), draft({ confidence: 0.1 })]).proposals).toHaveLength(1);
  });

  it('credits only tools of the agent that were called', () => {
    const memory = agentOf('memory_specialist');
    expect(calledTools(memory, ['unified_memory_analyze_paging', 'patch_mgr.apply'])).toEqual([
      'unified_memory.analyze_paging',
    ]);
  });
});

describe('the tier of a run', () => {
  const combinations = (['strict', 'exploratory'] as const).flatMap((ceiling) =>
    [true, false].flatMap((isLive) =>
      (['catalog_only', 'additive_exploration'] as const).map((capability) => ({ ceiling, isLive, capability })),
    ),
  );

  it.each(combinations)('%j', ({ ceiling, isLive, capability }) => {
    const isAll = ceiling === 'exploratory' && isLive && capability === 'additive_exploration';
    expect(effectiveTier(ceiling, isLive, { capability })).toBe(isAll ? 'exploratory' : 'strict');
  });
});
