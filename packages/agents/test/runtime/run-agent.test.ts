import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AuthError,
  NO_USAGE,
  PRICES_AS_OF,
  QuotaExceededError,
  RateLimitError,
  TransientError,
} from '@perfxpert/providers';
import type { ChatProvider } from '@perfxpert/providers';
import { scriptedProvider } from '@perfxpert/providers/testing';
import type { ScriptedProvider, ScriptedTurn } from '@perfxpert/providers/testing';
import { tasks } from '@perfxpert/tools';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { TraceFiles } from '@perfxpert/rocpd/testing';
import { agentCorrectness, agentDiffSpecialist, agentRoot } from '../../src/index.js';
import type { AgentEvent, AgentOptions } from '../../src/index.js';
import { createProgress } from '../../src/runtime/progress.js';
import { openSessions } from '../../src/runtime/session-store.js';
import { stateStores } from '../../src/runtime/state-stores.js';
import { OFFLINE } from '../agent-options.js';

let trace: TraceFiles;
beforeAll(() => {
  trace = buildTrace({
    kernels: [{ name: 'gemm', startNs: 0, endNs: 4000 }],
    copies: [{ startNs: 4000, endNs: 9000, bytes: 4096 }],
  });
});
afterAll(() => trace.dispose());

const ask = (turns: readonly ScriptedTurn[], options: AgentOptions = {}, environment: Record<string, string> = {}) => {
  const provider = scriptedProvider(turns);
  const call = agentRoot(
    { database_path: trace.paths[0] ?? '', user_query: 'why slow?', provider: 'anthropic' },
    { ...OFFLINE, environment, createChatProvider: () => provider, ...options },
  );
  return { provider, call };
};
const said = (narrative: string): ScriptedTurn => ({ structured: { narrative } });
const codes = ({ warnings }: { warnings: readonly string[] }) => warnings.map((line) => line.split(':')[0]);

describe('an answer in its form', () => {
  it('becomes the narrative, with the usage in the metadata', async () => {
    const { provider, call } = ask([
      { ...said('It copies too much.'), usage: { inputTokens: 100, outputTokens: 7 } } as ScriptedTurn,
    ]);
    const report = await call;
    expect(report.narrative).toBe('It copies too much.');
    expect(report.metadata).toMatchObject({
      provider: 'anthropic',
      provider_used: 'anthropic',
      model: 'scripted',
      narrative_source: 'model',
      usage: { input_tokens: 100, output_tokens: 7, model_calls: 1 },
    });
    expect(report.metadata).toHaveProperty('session_id');
    expect(provider.requests).toHaveLength(1);
  });

  it('goes out with the prompt first, stable blocks marked, and the data as data', async () => {
    const { provider, call } = ask([said('x')]);
    await call;
    const [request] = provider.requests;
    expect(request?.system?.map(({ cache }) => cache)).toEqual([true, true]);
    expect(request?.output?.name).toBe('submit_root');
    expect(request?.messages[0]).toMatchObject({
      role: 'user',
      content: [
        { type: 'text', text: 'why slow?' },
        { type: 'data', source: 'root' },
      ],
    });
    expect(request?.maxOutputTokens).toBe(4096);
    expect(request?.tools?.map(({ name }) => name)).toEqual([
      'intent_classify',
      'tasks_close',
      'tasks_create',
      'tasks_next',
      'tasks_update',
    ]);
  });

  it('is asked for once more where it misses the form', async () => {
    const { provider, call } = ask([{ structured: { narrative: 5 } }, said('Better.')]);
    expect((await call).narrative).toBe('Better.');
    expect(provider.requests).toHaveLength(2);
    expect(JSON.stringify(provider.requests[1]?.messages)).toContain('narrative must be');
    expect(provider.requests[1]?.isFinalTurn).toBe(true);
  });

  it('that misses it twice is not used, and the reason is told', async () => {
    const { call } = ask([
      { structured: { narrative: 'x', surprise: 1 } },
      { structured: { narrative: 'x', surprise: 1 } },
    ]);
    const report = await call;
    expect(report.metadata).toMatchObject({ narrative_source: 'template' });
    expect(String(report.metadata['output_rejected'])).toContain('surprise');
    expect(codes(report)).toContain('ANSWER_REJECTED');
  });

  it('is taken from a whole text that is an object, and from nothing less', async () => {
    expect((await ask([{ text: '{"narrative":"From text."}' }]).call).narrative).toBe('From text.');
    expect((await ask([{ text: 'Plain words.' }]).call).narrative).toBe('Plain words.');
    expect((await ask([{ text: '<think>{"a":1}</think>Thought over.' }]).call).narrative).toBe('Thought over.');
  });

  it.each<ScriptedTurn>([{ text: ' ' }, { text: '<think>and so on' }, said(' '), { structured: {} }])(
    'without a word leaves our own words, and a warning: %j',
    async (turn) => {
      const empty = await ask([turn]).call;
      expect(empty.metadata).toMatchObject({ narrative_source: 'template' });
      expect(codes(empty).filter((code) => code === 'EMPTY_ANSWER')).toHaveLength(1);
    },
  );

  it('that is refused leaves our own words', async () => {
    const report = await ask([{ refusal: 'I can not.' }]).call;
    expect(codes(report)).toContain('MODEL_REFUSED');
    expect(report.metadata).toMatchObject({ narrative_source: 'template' });
  });
});

describe('tools', () => {
  it('are called and answered in order', async () => {
    const { provider, call } = ask([
      { toolCalls: [{ name: 'intent_classify', input: { user_query: 'help' } }] },
      said('Done.'),
    ]);
    const report = await call;
    expect(report.narrative).toBe('Done.');
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      results: [{ callId: 'call_1', name: 'intent_classify', value: { intent: 'help' }, isError: false }],
    });
  });

  it('that refuse their input answer with an error', async () => {
    const { provider, call } = ask([{ toolCalls: [{ name: 'intent_classify', input: { wrong: 1 } }] }, said('Done.')]);
    await call;
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({
      results: [{ isError: true, value: { code: 'INVALID_ARGUMENT' } }],
    });
  });

  it.each(['patch_mgr_apply', 'trace_diff_diff_runs', 'rm', 'intent_classify '])(
    '%j is not on the list: the run ends',
    async (name) => {
      const { provider, call } = ask([{ toolCalls: [{ name, input: {} }] }, said('Never asked.')]);
      const report = await call;
      expect(provider.requests).toHaveLength(1);
      expect(report.metadata).toMatchObject({ narrative_source: 'template' });
      expect(codes(report)).toContain('ANSWER_REJECTED');
    },
  );

  it('that write are not offered where the caller forbids it', async () => {
    const { provider, call } = ask([said('x')], { createFollowUp: false });
    await call;
    expect(provider.requests[0]?.tools?.map(({ name }) => name)).toEqual(['intent_classify']);
  });

  it('that write and are called all the same do nothing, and the model is told', async () => {
    const create: ScriptedTurn = { toolCalls: [{ name: 'tasks_create', input: { title: 'planted' } }] };
    const { provider, call } = ask([create, said('Told.')], { createFollowUp: false });
    expect((await call).narrative).toBe('Told.');
    expect(provider.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      results: [{ name: 'tasks_create', isError: true, value: { error: expect.stringContaining('may not') } }],
    });
    expect(JSON.stringify(await tasks.next({}, { tasks: stateStores(null).tasks }))).not.toContain('planted');
  });

  it('are called for at most as many turns as allowed, the last one being final', async () => {
    const again: ScriptedTurn = { toolCalls: [{ name: 'intent_classify', input: { user_query: 'x' } }] };
    const { provider, call } = ask([again, again, again], {}, { PERFXPERT_AGENTS_MAX_TURNS: '3' });
    const report = await call;
    expect(provider.requests.map(({ isFinalTurn }) => isFinalTurn)).toEqual([false, false, true]);
    expect(codes(report)).toContain('TURNS_USED_UP');
    expect(report.metadata).toMatchObject({ narrative_source: 'template' });
  });
});

describe('budgets', () => {
  it('the second run of a session of one turn throws before a model is asked', async () => {
    const provider = scriptedProvider([said('one'), said('two')]);
    const call = () =>
      agentRoot(
        { database_path: trace.paths[0] ?? '', provider: 'anthropic', session_id: 'one-turn' },
        { ...OFFLINE, environment: { PERFXPERT_MAX_SESSION_TURNS: '1' }, createChatProvider: () => provider },
      );
    expect((await call()).narrative).toBe('one');
    await expect(call()).rejects.toMatchObject({ name: 'SessionTurnBudgetExceeded' });
    expect(provider.requests).toHaveLength(1);
  });

  it('a session without tokens left asks nobody, and says so', async () => {
    const provider = scriptedProvider([
      { structured: { narrative: 'one' }, usage: { inputTokens: 90, outputTokens: 10 } },
    ]);
    const call = () =>
      agentRoot(
        { database_path: trace.paths[0] ?? '', provider: 'anthropic', session_id: 'tokens' },
        { ...OFFLINE, environment: { PERFXPERT_LLM_TOKEN_BUDGET: '100' }, createChatProvider: () => provider },
      );
    await call();
    const second = await call();
    expect(codes(second)).toContain('TOKEN_BUDGET');
    expect(second.metadata).toMatchObject({ narrative_source: 'template' });
    expect(provider.requests).toHaveLength(1);
  });
});

describe('providers that fail', () => {
  const chain = (first: ScriptedTurn, second: ScriptedTurn, options: AgentOptions = {}) => {
    const providers: Record<string, ScriptedProvider> = {
      anthropic: scriptedProvider([first], 'anthropic'),
      openai: scriptedProvider([second], 'openai'),
    };
    const call = agentRoot(
      { database_path: trace.paths[0] ?? '', provider: 'anthropic' },
      {
        ...OFFLINE,
        environment: { PERFXPERT_LLM_FALLBACK_CHAIN: 'openai' },
        createChatProvider: (name) => providers[name] ?? scriptedProvider([]),
        ...options,
      },
    );
    return { providers, call };
  };

  it('a rate limit goes on to the next one, which the metadata tell', async () => {
    const lines: string[] = [];
    const { call } = chain({ error: new RateLimitError('anthropic', 'slow down') }, said('second'), {
      progressCallback: (line) => lines.push(line),
    });
    const report = await call;
    expect(report.narrative).toBe('second');
    expect(report.metadata).toMatchObject({
      provider: 'anthropic',
      provider_used: 'openai',
      providers_failed: ['anthropic'],
    });
    expect(report.warnings).toContain('PROVIDER_FELL_BACK: anthropic failed (slow down); openai answered.');
    expect(lines).toContain('provider anthropic failed with rate-limit, trying next');
  });

  it('what a failed provider used before counts too, in the metadata and in the session', async () => {
    const counted = { inputTokens: 30, outputTokens: 3, costUsd: 0.5 };
    const cut = new TransientError('anthropic', 'connection', 'cut');
    cut.usage = { ...NO_USAGE, ...counted, modelCalls: 1, isComplete: false };
    const tool = { toolCalls: [{ name: 'intent_classify', input: { user_query: 'x' } }], usage: counted };
    const providers: Record<string, ScriptedProvider> = {
      anthropic: scriptedProvider([tool, { error: cut }], 'anthropic'),
      openai: scriptedProvider([{ structured: { narrative: 'second' }, usage: counted }], 'openai'),
    };
    const report = await agentRoot(
      { database_path: trace.paths[0] ?? '', provider: 'anthropic', session_id: 'counted' },
      {
        ...OFFLINE,
        environment: { PERFXPERT_LLM_FALLBACK_CHAIN: 'openai' },
        createChatProvider: (name) => providers[name] ?? scriptedProvider([]),
      },
    );
    // one answered turn and one cut of the first provider, one of the second: three times 30 + 3 tokens and half a dollar
    expect(report.metadata['usage']).toMatchObject({
      input_tokens: 90,
      output_tokens: 9,
      model_calls: 3,
      cost_usd: 1.5,
      is_complete: false,
      prices_as_of: PRICES_AS_OF,
    });
    expect(stateStores(null).sessions.tokensUsed('counted')).toBe(99);
  });

  it.each([
    [{ costUsd: null }, 'no list price is known of scripted'],
    [{ costUsd: null, isComplete: false }, 'a service did not count all of its tokens'],
    [{ costUsd: 0.25 }, null],
  ])('costs that are not known say why: %j', async (usage, note) => {
    const { metadata } = await ask([{ ...said('x'), usage } as ScriptedTurn]).call;
    expect(metadata['usage']).toMatchObject({ cost_usd: usage.costUsd, cost_note: note });
  });

  it('one that failed twice in a session is passed over in its later calls', async () => {
    const failure = { error: new RateLimitError('anthropic', 'slow down') };
    const providers: Record<string, ScriptedProvider> = {
      anthropic: scriptedProvider([failure, failure, said('never asked')], 'anthropic'),
      openai: scriptedProvider([said('1'), said('2'), said('3')], 'openai'),
    };
    const call = (session: string) =>
      agentRoot(
        { database_path: trace.paths[0] ?? '', provider: 'anthropic', session_id: session },
        {
          ...OFFLINE,
          environment: { PERFXPERT_LLM_FALLBACK_CHAIN: 'openai' },
          createChatProvider: (name) => providers[name] ?? scriptedProvider([]),
        },
      );
    expect([(await call('b')).narrative, (await call('b')).narrative, (await call('b')).narrative]).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(providers['anthropic']?.requests).toHaveLength(2);
    // Another session knows nothing of it.
    expect((await call('c')).narrative).toBe('never asked');
  });

  it('all of them: an error with both names, and one line', async () => {
    const lines: string[] = [];
    const failure = (name: string) => ({ error: new TransientError(name, 'server', 'down') });
    const { call } = chain(failure('anthropic'), failure('openai'), { progressCallback: (line) => lines.push(line) });
    await expect(call).rejects.toMatchObject({ name: 'ProviderChainExhausted', provider: 'anthropic -> openai' });
    expect(lines).toContain('all providers failed');
    expect(lines.at(0)).toBe('entering root');
    expect(lines.at(-1)).toBe('exit root');
  });

  it('a refused key surfaces at once', async () => {
    const { call, providers } = chain({ error: new AuthError('anthropic', 'no') }, said('second'));
    await expect(call).rejects.toMatchObject({ name: 'AuthError' });
    expect(providers['openai']?.requests).toEqual([]);
  });

  it('a used-up quota: the same call again, air-gapped, gives the report', async () => {
    const input = { database_path: trace.paths[0] ?? '', user_query: 'why slow?' };
    const provider = scriptedProvider([{ error: new QuotaExceededError('anthropic', 'empty') }]);
    const options = { ...OFFLINE, createChatProvider: () => provider };
    const call = async () => {
      try {
        return await agentRoot({ ...input, provider: 'anthropic' }, options);
      } catch (error) {
        if (!(error instanceof QuotaExceededError)) throw error;
        return agentRoot({ ...input, airgap: true }, options);
      }
    };
    expect((await call()).metadata).toMatchObject({ provider: null, narrative_source: 'template' });
  });
});

describe('when nobody may be asked', () => {
  it('air-gapped: nothing is built, no turn counted', async () => {
    let built = 0;
    const options: AgentOptions = {
      ...OFFLINE,
      environment: { PERFXPERT_AIRGAP: '1' },
      createChatProvider: () => {
        built += 1;
        return scriptedProvider([]);
      },
    };
    const report = await agentRoot(
      { database_path: trace.paths[0] ?? '', provider: 'anthropic', airgap: false },
      options,
    );
    expect(built).toBe(0);
    expect(report.metadata).toMatchObject({ provider: null });
    expect(report.metadata).not.toHaveProperty('session_id');
  });

  it('where models are not allowed, a provider that is named only warns', async () => {
    const report = await ask([said('x')], { isLlmAllowed: false }).call;
    expect(codes(report)).toContain('LLM_NOT_ALLOWED');
    expect(report.metadata).toMatchObject({ provider: null });
  });

  it('an air-gapped call with a session keeps its name', async () => {
    const report = await agentRoot({ database_path: trace.paths[0] ?? '', airgap: true, session_id: 'mine' }, OFFLINE);
    expect(report.metadata).toMatchObject({ session_id: 'mine' });
  });
});

describe('progress', () => {
  it('nests', async () => {
    const lines: string[] = [];
    await ask([said('x')], { progressCallback: (line) => lines.push(line) }).call;
    const steps = lines.filter((line) => /^(entering|exit) /.test(line));
    expect(steps).toEqual([
      'entering root',
      'entering analysis',
      'exit analysis',
      'entering recommendation',
      'entering memory_specialist',
      'exit memory_specialist',
      'exit recommendation',
      'exit root',
    ]);
  });

  it('has typed events with run, agent and time', async () => {
    const events: AgentEvent[] = [];
    await ask([said('x')], { onEvent: (event) => events.push(event) }).call;
    expect(events[0]).toMatchObject({ type: 'run.start', agent: 'root' });
    expect(events.at(-1)).toMatchObject({ type: 'run.end' });
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['agent.start', 'model.request', 'model.usage', 'agent.end', 'stage']),
    );
    expect(new Set(events.map(({ run_id: id }) => id)).size).toBe(1);
    expect(events.every((event, index) => event.at_ms >= (events[index - 1]?.at_ms ?? 0))).toBe(true);
  });

  it('brings pieces of text that tell no terminal what to do', async () => {
    const pieces: string[] = [];
    const onEvent = (event: AgentEvent) => (event.type === 'model.delta' ? pieces.push(event.text) : 0);
    await ask([{ text: 'It \u001b[2J\u0007copies\ttoo\nmuch.' }], { onEvent }).call;
    expect(pieces).toEqual(['It [2Jcopies\ttoo\nmuch.']);
  });

  it('without a listener makes nothing: the clock of events is never asked', async () => {
    let asked = 0;
    const clockMs = () => (asked += 1);
    await ask([said('x')], { clockMs }).call;
    expect(asked).toBe(0);
    await ask([said('x')], { clockMs, onEvent: () => {} }).call;
    expect(asked).toBeGreaterThan(0);
  });

  it('without a listener no run gets an id, no provider a listener, and no event is made, also where a provider fails', async () => {
    let ids = 0;
    const newRunId = () => `run-${(ids += 1)}`;
    expect(createProgress({}, newRunId)).toBeNull();
    expect(ids).toBe(0);
    const listeners: unknown[] = [];
    const failing = scriptedProvider([{ error: new RateLimitError('anthropic', 'slow down') }], 'anthropic');
    const last = scriptedProvider([said('x')], 'openai');
    const environment = { PERFXPERT_LLM_FALLBACK_CHAIN: 'openai' };
    const create = (name: string): ChatProvider => {
      const own = name === 'openai' ? last : failing;
      return { ...own, chat: (request, context) => (listeners.push(context?.onEvent), own.chat(request, context)) };
    };
    const { call } = ask([], { createChatProvider: create }, environment);
    expect((await call).narrative).toBe('x');
    expect(listeners).toEqual([undefined, undefined]);
  });

  it('goes on where a listener throws', async () => {
    const report = await ask([said('fine')], {
      progressCallback: () => {
        throw new Error('mine');
      },
      onEvent: () => {
        throw new Error('mine too');
      },
    }).call;
    expect(report.narrative).toBe('fine');
  });
});

describe('other agents', () => {
  it('Diff takes its words from a model and nothing else', async () => {
    const provider = scriptedProvider([
      { structured: { narrative: 'Told.', verdict: 'improved', confidence: 0.1, wall_delta_pct: -99 } },
    ]);
    const path = trace.paths[0] ?? '';
    const answer = await agentDiffSpecialist(
      { baseline_db: path, new_db: path, provider: 'anthropic' },
      { ...OFFLINE, createChatProvider: () => provider },
    );
    expect(answer).toMatchObject({ narrative: 'Told.', verdict: 'neutral', confidence: 0.9, wall_delta_pct: 0 });
  });

  it('cancelling ends the call', async () => {
    const abort = new AbortController();
    abort.abort();
    await expect(ask([said('x')], { signal: abort.signal }).call).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('sessions record every turn of every agent', async () => {
    const sessions = openSessions({ stateDir: null });
    expect(sessions.turns('none')).toEqual([]);
    const provider = scriptedProvider([said('one')]);
    const answer = await agentCorrectness(
      { input: { gate_verdict: { status: 'pass' } }, provider: 'anthropic', session_id: 'turns' },
      { ...OFFLINE, createChatProvider: () => provider },
    );
    expect(answer.metadata['session_id']).toBe('turns');
  });
});
