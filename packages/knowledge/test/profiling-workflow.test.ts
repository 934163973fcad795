import { describe, expect, it } from '@jest/globals';
import {
  counterInfo,
  findRocprofv3Option,
  profilingGoals,
  profilingLadder,
  profilingWorkflowCatalogue,
  workflowTransition,
} from '../src/index.js';

describe('profiling ladder', () => {
  it('rises in cost', () => {
    const costs = profilingLadder().map((step) => step.cost_s);
    expect([...costs].sort((left, right) => left - right)).toEqual(costs);
  });

  it('asks only for counters that exist and options that exist', () => {
    for (const token of profilingLadder().flatMap((step) => step.covers)) {
      if (token.startsWith('pmc:')) expect([token, counterInfo(token.slice(4)) !== null]).toEqual([token, true]);
      if (token.startsWith('--')) expect([token, findRocprofv3Option(token) !== null]).toEqual([token, true]);
    }
  });

  it('can reach each goal', () => {
    const reachable = new Set(profilingLadder().flatMap((step) => step.covers));
    expect([...profilingGoals().keys()]).toEqual([
      'compute_bound_diagnosis',
      'memory_bandwidth',
      'stall_analysis',
      'timeline',
    ]);
    for (const tokens of profilingGoals().values()) expect(tokens.filter((token) => !reachable.has(token))).toEqual([]);
  });
});

describe('flag lists', () => {
  const flags = profilingWorkflowCatalogue().rocprofv3_flags;

  it('call only real options useful or forbidden', () => {
    for (const flag of [...flags.real_and_useful, ...flags.never_allow])
      expect([flag, findRocprofv3Option(flag) !== null]).toEqual([flag, true]);
  });

  it('forbid nothing that they call useful', () => {
    expect(flags.never_allow.filter((flag) => flags.real_and_useful.includes(flag))).toEqual([]);
  });
});

describe('workflowTransition', () => {
  it('leads from tier to tier', () => {
    expect(workflowTransition(0, 'collect')).toMatchObject({ next_tier: 1, action: 'rocprofv3 --sys-trace' });
    expect(workflowTransition(1, 'measure')).toMatchObject({ next_tier: 2 });
    expect(workflowTransition(3, 'deep')).toBeNull();
  });
});
