import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startModelServer } from '@perfxpert/providers/testing';
import type { ModelServer } from '@perfxpert/providers/testing';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceFiles } from '@perfxpert/rocpd/testing';
import { agentAnalysis, agentRoot } from '../src/index.js';
import type { AgentEvent } from '../src/index.js';
import { needsModel } from '../src/runtime/needs-model.js';
import { AGENT_ROLES } from '../src/runtime/agent-role.js';
import { OFFLINE } from './agent-options.js';

const REPLIES: Parameters<typeof startModelServer>[1] = [
  { kind: 'tool_calls', calls: [{ name: 'intent_classify', input: { user_query: 'help' } }] },
  { kind: 'answer', value: { narrative: 5 } },
  { kind: 'answer', value: { narrative: 'In its form.' } },
];
let trace: TraceFiles;
let server: ModelServer;
let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cassettes-'));
  trace = buildTrace({ kernels: [{ name: 'gemm', startNs: 0, endNs: 4000 }] });
});
afterEach(async () => {
  trace.dispose();
  fs.rmSync(folder, { recursive: true, force: true });
  await server.close();
});

describe.each(['anthropic', 'openai', 'ollama'] as const)('%s, the real SDK', (provider) => {
  it.each([false, true])('a tool, an answer out of form, a repair (streaming: %s)', async (isStreaming) => {
    server = await startModelServer(provider, REPLIES, { models: ['m'], capabilities: ['tools'] });
    const events: AgentEvent[] = [];
    const report = await agentRoot(
      { database_path: trace.paths[0] ?? '', provider },
      {
        ...OFFLINE,
        apiKey: 'k',
        model: 'm',
        baseUrl: server.url,
        ...(isStreaming ? { onEvent: (event: AgentEvent) => events.push(event) } : {}),
      },
    );
    expect(report.narrative).toBe('In its form.');
    expect(report.metadata).toMatchObject({
      provider_used: provider,
      narrative_source: 'model',
      output_rejected: null,
    });
    expect(report.metadata).toHaveProperty('usage.model_calls', 3);
    expect(server.requests).toHaveLength(3);
    if (isStreaming) expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['tool.start', 'tool.end']));
  });
});

describe('a recorded call', () => {
  it('is repeated without anybody being asked', async () => {
    server = await startModelServer('openai', REPLIES);
    const call = (mode: string) =>
      agentRoot(
        { database_path: trace.paths[0] ?? '', provider: 'private' },
        {
          ...OFFLINE,
          environment: {
            PERFXPERT_LLM_PRIVATE_URL: server.url,
            PERFXPERT_LLM_PRIVATE_MODEL: 'm',
            PERFXPERT_LLM_REPLAY: mode,
            PERFXPERT_LLM_REPLAY_DIR: folder,
          },
        },
      );
    expect((await call('record')).narrative).toBe('In its form.');
    const asked = server.requests.length;
    expect((await call('replay')).narrative).toBe('In its form.');
    expect(server.requests).toHaveLength(asked);
  });
});

describe('an agent that has no use for a model', () => {
  it('needs no key', async () => {
    server = await startModelServer('openai', []);
    const answer = await agentAnalysis({ input: { database_path: trace.paths[0] ?? '' }, provider: 'openai' }, OFFLINE);
    expect(answer.metadata['provider']).toBeNull();
  });

  it('is known beforehand', async () => {
    server = await startModelServer('openai', []);
    expect(AGENT_ROLES.filter((role) => needsModel(role, 'strict'))).toEqual([
      'root',
      'correctness',
      'diff_specialist',
    ]);
    expect(AGENT_ROLES.filter((role) => !needsModel(role, 'exploratory'))).toEqual(['analysis']);
  });
});
