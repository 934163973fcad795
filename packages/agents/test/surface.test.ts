import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as agents from '../src/index.js';
import { loadAgentTools } from '../src/toolkit.js';

const manifest = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
  publishConfig: { exports: Record<string, unknown> };
};

describe('public surface', () => {
  it('has the same entries when published', () => {
    expect(Object.keys(manifest.publishConfig.exports)).toEqual(Object.keys(manifest.exports));
    expect(JSON.stringify(manifest.publishConfig)).not.toContain('./src/');
  });

  it('exports the calls of the API, and the errors of providers and agents', () => {
    const names = Object.keys(agents);
    expect(names).toEqual(expect.arrayContaining(Object.keys(agents.api)));
    expect(names).toEqual(
      expect.arrayContaining([
        'AuthError',
        'RateLimitError',
        'QuotaExceededError',
        'TransientError',
        'FatalError',
        'TimeoutError',
        'ProviderChainExhausted',
        'AgentConstructionError',
        'ToolAllowlistViolation',
        'HandoffPolicyViolation',
        'SessionTurnBudgetExceeded',
        'GateCapReached',
        'runGates',
        'settlePatch',
      ]),
    );
  });

  it('lists the eight agents as tools, in their order', async () => {
    const tools = await loadAgentTools();
    expect(tools.map(({ key }) => key)).toEqual([
      'agent_root',
      'agent_analysis',
      'agent_recommendation',
      'agent_correctness',
      'agent_compute_specialist',
      'agent_memory_specialist',
      'agent_latency_specialist',
      'agent_diff_specialist',
    ]);
    expect(tools.every(({ description, toolClass }) => description.length <= 1024 && toolClass === 'read_only')).toBe(
      true,
    );
  });
});
