import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { api } from '@perfxpert/agents';
import { wireView } from '../src/index.js';
import { connect, newFolder } from './support/connect.js';
import type { Connection } from './support/connect.js';
import { writeExamples } from './support/valid-calls.js';

jest.setTimeout(120_000);

const folder = newFolder();
const { before, after } = writeExamples(folder);
/** What the server grants its agents. */
const OPTIONS = { isLlmAllowed: false, createFollowUp: false, stateDir: null, timestamps: false, environment: {} };
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

let server: Connection;
beforeAll(async () => {
  server = await connect([], { cwd: folder });
  await server.client.listTools();
});

describe('the eight agents', () => {
  it('are on the wire, and no follow-up is asked for', async () => {
    const { tools } = await server.client.listTools();
    const agents = tools.filter(({ name }) => name.startsWith('perfxpert_agent_'));
    expect(agents.map(({ name }) => name)).toEqual([
      'perfxpert_agent_root',
      'perfxpert_agent_analysis',
      'perfxpert_agent_recommendation',
      'perfxpert_agent_correctness',
      'perfxpert_agent_compute_specialist',
      'perfxpert_agent_memory_specialist',
      'perfxpert_agent_latency_specialist',
      'perfxpert_agent_diff_specialist',
    ]);
    for (const { annotations, inputSchema } of agents) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(Object.keys(inputSchema.properties ?? {})).not.toContain('progress_callback');
    }
  });

  it('answer as the library does', async () => {
    const findings = await api.agentAnalysis({ input: { database_path: before } }, OPTIONS);
    const { primary_bottleneck, confidence, time_breakdown, hot_kernels, counter_data_available } = findings;
    const known = plain({ primary_bottleneck, confidence, time_breakdown, hot_kernels, counter_data_available });
    const special = { input: { gfx_id: 'gfx942', hot_kernels: [{ name: 'gemm_nt', percent_of_total: 70 }] } };
    const verdict = { input: { gate_verdict: { status: 'pass' }, kernel_name: 'gemm_nt' } };
    const diff = { baseline_db: before, new_db: after };
    // The answers of an agent are input of the next; the library takes what it gave.
    const next = { input: { findings: known } } as Parameters<typeof api.agentRecommendation>[0];
    const calls: readonly (readonly [string, object, Promise<unknown>])[] = [
      ['agent_root', { database_path: before }, api.agentRoot({ database_path: before }, OPTIONS)],
      ['agent_analysis', { input: { database_path: before } }, Promise.resolve(findings)],
      ['agent_recommendation', next, api.agentRecommendation(next, OPTIONS)],
      [
        'agent_correctness',
        verdict,
        api.agentCorrectness({ input: { gate_verdict: { status: 'pass' }, kernel_name: 'gemm_nt' } }, OPTIONS),
      ],
      ['agent_compute_specialist', special, api.agentComputeSpecialist(special, OPTIONS)],
      ['agent_memory_specialist', special, api.agentMemorySpecialist(special, OPTIONS)],
      ['agent_latency_specialist', special, api.agentLatencySpecialist(special, OPTIONS)],
      ['agent_diff_specialist', diff, api.agentDiffSpecialist(diff, OPTIONS)],
    ];
    for (const [name, input, expected] of calls) {
      const answer = await server.call(`perfxpert_${name}`, { ...input });
      expect([name, answer.isError]).toEqual([name, false]);
      expect(answer.payload).toEqual(plain(wireView(await expected)));
    }
  });

  it('run air-gapped whatever provider is named, and say so', async () => {
    const answer = await server.call('agent_root', { database_path: before, provider: 'anthropic' });
    expect(answer.isError).toBe(false);
    expect(JSON.stringify(answer.payload['warnings'])).toContain('LLM_NOT_ALLOWED');
  });

  it('are open to the world where that is allowed', async () => {
    const open = await connect(['--allow-llm', '--toolset', 'core'], { cwd: folder });
    const { tools } = await open.client.listTools();
    const hints = new Map(tools.map(({ name, annotations }) => [name, annotations?.openWorldHint]));
    expect([hints.get('perfxpert_agent_root'), hints.get('perfxpert_analyze_trace')]).toEqual([true, false]);
  });

  it('may read only below the roots', async () => {
    const inputs = [
      { name: 'agent_root', input: { source_dir: '/etc' } },
      { name: 'agent_root', input: { database_path: before, analysis_options: { baseline_db: '/etc/passwd' } } },
      { name: 'agent_analysis', input: { input: { database_path: '/etc/passwd' } } },
    ];
    for (const { name, input } of inputs)
      expect(await server.call(name, input)).toMatchObject({ isError: true, payload: { code: 'OUTSIDE_ROOT' } });
  });

  it('remember a session that has no state folder, whichever thread is free', async () => {
    const findings = {
      primary_bottleneck: 'memory_transfer',
      confidence: 0.9,
      time_breakdown: { kernel_pct: 40, memcpy_pct: 50, api_pct: 5, idle_pct: 5 },
      hot_kernels: [],
      counter_data_available: false,
    };
    const ask = async (session: string) => {
      const { payload } = await server.call('agent_recommendation', {
        session_id: session,
        input: { findings },
      });
      return (payload['recommendations'] as unknown[]).length;
    };
    const offered = await ask('first');
    expect(offered).toBeGreaterThan(0);
    // Both threads of agents are busy and free again in some order; what was seen is left out all the same.
    const others = () => server.call('agent_root', { database_path: after });
    expect((await Promise.all([others(), ask('first'), others(), ask('first')])).filter(Number.isInteger)).toEqual([
      0, 0,
    ]);
    expect(await ask('second')).toBe(offered);
  });
});
