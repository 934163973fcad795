import { describe, expect, it } from '@jest/globals';
import { TOOLS } from '@perfxpert/tools';
import * as v from 'valibot';
import { AGENT_ROLES } from '../../src/runtime/agent-role.js';
import { countLines } from '../../src/runtime/compose-prompt.js';
import { AGENT_CAPS, defineAgent } from '../../src/runtime/define-agent.js';
import type { AgentSpec } from '../../src/runtime/define-agent.js';
import { handOff } from '../../src/runtime/handoff.js';
import { ALWAYS } from '../../src/prompts/always.js';
import { agentOf } from '../../src/team/agents.js';

const fields = (count: number) =>
  v.strictObject(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, v.string()])));
const spec = (changes: Partial<AgentSpec> = {}): AgentSpec => ({
  name: 'Test',
  role: 'analysis',
  layer: 1,
  tools: ['intent.classify'],
  maxOutputTokens: 10,
  handoffs: [],
  inputSchema: fields(1),
  outputSchema: fields(1),
  modelFields: [],
  slice: 'Do it.',
  ...changes,
});
const EXECUTION = [
  'patch_mgr.apply',
  'patch_mgr.revert',
  'patch_mgr.verify_output',
  'compile_runner.build',
  'profile_runner.run',
  'anchors.check',
];

describe('an agent beyond its caps can not be declared', () => {
  it.each<[string, Partial<AgentSpec>]>([
    ['layer 3', { layer: 3 }],
    [
      'six tools',
      {
        tools: TOOLS.filter(({ toolClass }) => toolClass === 'read_only')
          .slice(0, 6)
          .map(({ key }) => key),
      },
    ],
    ['the same tool twice', { tools: ['intent.classify', 'intent_classify'] }],
    ['an unknown tool', { tools: ['no.such'] }],
    ['11 input fields', { inputSchema: fields(11) }],
    ['6 output fields', { outputSchema: fields(6) }],
    ['exploration in layer 1', { capability: 'additive_exploration' }],
    ['exploration in layer 0', { layer: 0, capability: 'additive_exploration' }],
    ...EXECUTION.map((key): [string, Partial<AgentSpec>] => [key, { tools: [key] }]),
  ])('%s', (_what, changes) => {
    expect(() => defineAgent(spec(changes))).toThrow(expect.objectContaining({ name: 'AgentConstructionError' }));
  });

  it('10 input and 5 output fields are allowed', () => {
    expect(defineAgent(spec({ inputSchema: fields(10), outputSchema: fields(5) })).name).toBe('Test');
  });

  it('400 lines are allowed, 401 are not', () => {
    // the shared rules, one blank line, then the slice
    const room = AGENT_CAPS.promptLines - countLines(ALWAYS) - 1;
    const slice = (lines: number) => Array.from({ length: lines }, () => 'x').join('\n');
    expect(countLines(defineAgent(spec({ slice: slice(room) })).systemPrompt)).toBe(400);
    expect(() => defineAgent(spec({ slice: slice(room + 1) }))).toThrow(/401 lines/);
  });

  it('is not changed by what the caller does to his lists afterwards', () => {
    const tools = ['intent.classify'];
    const agent = defineAgent(spec({ tools }));
    tools.push('plateau.check');
    expect(agent.tools).toEqual(['intent.classify']);
    expect(Object.isFrozen(agent)).toBe(true);
    expect(Object.isFrozen(agent.tools)).toBe(true);
    expect(agent.capability).toBe('catalog_only');
  });
});

describe.each(AGENT_ROLES)('agent %s', (role) => {
  const agent = agentOf(role);

  it('keeps its caps', () => {
    expect(agent.tools.length).toBeLessThanOrEqual(5);
    expect(Object.keys(agent.inputSchema.entries).length).toBeLessThanOrEqual(10);
    expect(Object.keys(agent.outputSchema.entries).length).toBeLessThanOrEqual(5);
    expect(countLines(agent.systemPrompt)).toBeLessThanOrEqual(400);
  });

  it('holds no tool that executes, and no gate', () => {
    for (const key of EXECUTION) expect(agent.tools).not.toContain(key);
    if (role === 'correctness') {
      expect(agent.tools).not.toContain('sol.sanity_check');
      expect(agent.tools).not.toContain('regression.compare_runs');
    }
  });

  it('has a prompt of the shared rules and its own slice, the same at each time', () => {
    expect(agent.systemPrompt.startsWith(`${ALWAYS}\n\n# `)).toBe(true);
    expect(agent.systemPrompt).not.toContain('{{');
    expect(agentOf(role)).toBe(agent);
    expect(agent.fenceSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('names only tools and fields that exist', () => {
    const [, slice = ''] = agent.systemPrompt.split(ALWAYS);
    const prose = slice.replace(/## Tools[^]*?## /, '## ');
    for (const [, word = ''] of prose.matchAll(/`([^`]+)`/g)) {
      if (word.includes('.')) expect(agent.tools).toContain(word);
      else
        expect([
          ...KNOWN_WORDS,
          ...Object.keys(agent.inputSchema.entries),
          ...Object.keys(agent.outputSchema.entries),
          `submit_${role}`,
        ]).toContain(word);
    }
    for (const key of agent.tools) expect(slice).toContain(`- \`${key}\`: `);
    // Every tool and every field is described.
    expect(slice).not.toMatch(/^- `[^`]+`: *$/m);
    for (const field of agent.modelFields) expect(Object.keys(agent.outputSchema.entries)).toContain(field);
  });
});

/** Names of facts that the runtime hands over beside the input. */
const KNOWN_WORDS = [
  'routing',
  'verdict',
  'hotspots',
  'recommendations',
  'techniques',
  'action',
  'verified',
  'regressions',
  'improvements',
  'exploratory_proposals',
];

describe('handing work on', () => {
  const [root, recommendation, compute, memory] = [
    agentOf('root'),
    agentOf('recommendation'),
    agentOf('compute_specialist'),
    agentOf('memory_specialist'),
  ];

  it('goes one layer down, to an agent on the list', () => {
    expect(handOff(root, recommendation)).toEqual({ source: 'root', target: 'recommendation' });
    expect(handOff(recommendation, compute)).toEqual({ source: 'recommendation', target: 'compute_specialist' });
  });

  it.each([
    ['two layers', root, compute],
    ['up', recommendation, root],
    ['to the same layer', recommendation, agentOf('analysis')],
    ['between specialists', compute, memory],
    ['to one that is not on the list', agentOf('analysis'), compute],
  ])('%s is refused', (_what, source, target) => {
    expect(() => handOff(source, target)).toThrow(expect.objectContaining({ name: 'HandoffPolicyViolation' }));
  });
});
