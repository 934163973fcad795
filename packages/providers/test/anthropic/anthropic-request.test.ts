import { describe, expect, it } from '@jest/globals';
import { createProvider } from '../../src/index.js';
import type { ChatRequest, ChatResult, ProviderOptions } from '../../src/index.js';
import type { ModelServerOptions, RecordedRequest, WireReply } from '../../src/testing/index.js';
import { HOTSPOTS, KEY, QUESTION, VERDICT, WIRED, withServer } from '../provider-cases.js';

const ANTHROPIC = WIRED[0];
const TEXT: WireReply = { kind: 'text', text: 'ok' };

/** The requests that a call sends, and its result. */
async function sent(
  request: ChatRequest,
  options: ProviderOptions = {},
  replies: readonly WireReply[] = [TEXT],
  about: ModelServerOptions = {},
) {
  return withServer(
    ANTHROPIC,
    replies,
    async (server, own) => {
      const result = await createProvider('anthropic', { ...own, ...options }).chat(request);
      return { requests: [...server.requests], result, first: server.requests[0] as RecordedRequest };
    },
    about,
  );
}

describe('a request to Anthropic', () => {
  it('carries the key as a bearer value and nothing about the machine', async () => {
    const { first } = await sent(QUESTION);
    expect(first.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(first.headers['user-agent']).toBe('perfxpert');
    expect(first.headers['anthropic-version']).toBe('2026-10-21');
    expect(Object.keys(first.headers).filter((name) => name.startsWith('x-stainless'))).toEqual([]);
  });

  it('marks each stable block and the last tool for the cache, tools sorted by name', async () => {
    const { first } = await sent({
      ...QUESTION,
      system: [{ text: 'slice', cache: true }, { text: 'knowledge', cache: true }, { text: 'today' }],
      tools: [HOTSPOTS, { ...HOTSPOTS, name: 'api_calls' }],
    });
    const mark = { type: 'ephemeral' };
    expect(first.body['system']).toEqual([
      { type: 'text', text: 'slice', cache_control: mark },
      { type: 'text', text: 'knowledge', cache_control: mark },
      { type: 'text', text: 'today' },
    ]);
    expect(first.body['tools']).toMatchObject([{ name: 'api_calls' }, { name: 'hotspots', cache_control: mark }]);
    expect(JSON.stringify(first.body['tools']).split('cache_control')).toHaveLength(2);
    expect(first.body['temperature']).toBeUndefined();
  });

  it('never marks more than four blocks: the service takes no more', async () => {
    const system = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ text, cache: true }));
    const { first } = await sent({ ...QUESTION, system, tools: [HOTSPOTS] });
    expect(JSON.stringify(first.body).split('cache_control')).toHaveLength(5);
    expect(JSON.stringify(first.body['system'])).not.toMatch(/"text":"b","cache_control"/);
  });

  it('offers the answer as a strict tool, forced on the last turn only', async () => {
    const during = await sent({ ...QUESTION, tools: [HOTSPOTS], output: VERDICT });
    expect(during.first.body['tool_choice']).toEqual({ type: 'auto' });
    expect(during.first.body['tools']).toMatchObject([
      { name: 'hotspots' },
      { name: 'submit_verdict', strict: true, input_schema: VERDICT.schema },
    ]);
    const last = await sent({ ...QUESTION, tools: [HOTSPOTS], output: VERDICT, isFinalTurn: true });
    expect(last.first.body['tool_choice']).toEqual({ type: 'tool', name: 'submit_verdict' });
    const alone = await sent({ ...QUESTION, output: VERDICT });
    expect(alone.first.body['tool_choice']).toEqual({ type: 'tool', name: 'submit_verdict' });
    const words = await sent({ ...QUESTION, tools: [HOTSPOTS], isFinalTurn: true });
    expect(words.first.body['tool_choice']).toEqual({ type: 'none' });
  });

  it('sends the results of all calls in one message, in the order of the calls', async () => {
    const calls = [1, 2].map((index) => ({
      type: 'tool_call' as const,
      id: `t${index}`,
      name: 'hotspots',
      input: { top_n: index },
      error: null,
    }));
    const { first } = await sent({
      messages: [
        { role: 'user', content: 'Which?' },
        { role: 'assistant', blocks: [{ type: 'text', text: 'Let me look.' }, ...calls] },
        {
          role: 'tool',
          results: [
            { callId: 't1', name: 'hotspots', value: [{ name: 'tile_gemm' }] },
            { callId: 't2', name: 'hotspots', value: 'database not found', isError: true },
          ],
        },
      ],
      tools: [HOTSPOTS],
    });
    expect(first.body['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Which?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 't1', name: 'hotspots', input: { top_n: 1 } },
          { type: 'tool_use', id: 't2', name: 'hotspots', input: { top_n: 2 } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: '<untrusted_data source="tool:hotspots">\n[{"name":"tile_gemm"}]\n</untrusted_data>',
          },
          {
            type: 'tool_result',
            tool_use_id: 't2',
            is_error: true,
            content: '<untrusted_data source="tool:hotspots">\n"database not found"\n</untrusted_data>',
          },
        ],
      },
    ]);
  });

  it('answers a call that nobody answered, so that an answer can be repaired', async () => {
    const { first } = await sent({
      messages: [
        { role: 'user', content: 'Which?' },
        { role: 'assistant', blocks: [{ type: 'answer', id: 't1', name: 'submit_verdict', value: { verdict: 'x' } }] },
        { role: 'user', content: 'verdict must be compute or memory' },
      ],
      output: VERDICT,
    });
    expect(first.body['messages']).toMatchObject([
      {},
      { content: [{ type: 'tool_use', id: 't1', name: 'submit_verdict', input: { verdict: 'x' } }] },
      {
        content: [
          { type: 'tool_result', tool_use_id: 't1', is_error: true },
          { type: 'text', text: 'verdict must be compute or memory' },
        ],
      },
    ]);
  });
});

describe('thinking', () => {
  it('gets its budget beside the room for the answer, at least 1,024 tokens', async () => {
    const { first } = await sent(QUESTION, { thinkingTokens: 2000 });
    expect(first.body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2000 }, max_tokens: 2512 });
    const small = await sent(QUESTION, { thinkingTokens: 10 });
    expect(small.first.body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 1536 });
  });

  it('uses the JSON output of the service on the last turn, because no tool can be forced then', async () => {
    const value = { verdict: 'memory', confidence: 1 };
    const { first, result } = await sent(
      { ...QUESTION, tools: [HOTSPOTS], output: VERDICT, isFinalTurn: true },
      { thinkingTokens: 2000 },
      [{ kind: 'answer', value }],
    );
    expect(first.body['output_config']).toEqual({ format: { type: 'json_schema', schema: VERDICT.schema } });
    expect(first.body['tool_choice']).toEqual({ type: 'none' });
    expect(result.structured).toEqual(value);
  });

  it('is left to the model where that takes no budget, and remembered', async () => {
    const refusal: WireReply = {
      kind: 'status',
      status: 400,
      body: {
        error: { type: 'invalid_request_error', message: 'thinking.type enabled is not supported; use adaptive' },
      },
    };
    const bodies = await withServer(ANTHROPIC, [refusal, TEXT], async (server, own) => {
      const provider = createProvider('anthropic', { ...own, thinkingTokens: 2000 });
      await provider.chat(QUESTION);
      await provider.chat(QUESTION);
      return server.requests.map((request) => request.body['thinking']);
    });
    expect(bodies).toEqual([{ type: 'enabled', budget_tokens: 2000 }, { type: 'adaptive' }, { type: 'adaptive' }]);
  });

  it('goes back unchanged with the results of the tools', async () => {
    const blocks = [
      { type: 'thinking', thinking: 'path /home/u/x', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'ZW5j' },
      { type: 'tool_use', id: 't1', name: 'hotspots', input: { top_n: 1 } },
    ];
    const thought = message(blocks, 'tool_use');
    const bodies = await withServer(ANTHROPIC, [thought, TEXT], async (server, own) => {
      const provider = createProvider('anthropic', { ...own, thinkingTokens: 2000 });
      const first: ChatResult = await provider.chat({ ...QUESTION, tools: [HOTSPOTS] });
      await provider.chat({
        messages: [
          ...QUESTION.messages,
          { role: 'assistant', blocks: first.blocks },
          { role: 'tool', results: [{ callId: 't1', name: 'hotspots', value: 1 }] },
        ],
        tools: [HOTSPOTS],
      });
      return server.requests.map((request) => request.body['messages']);
    });
    expect((bodies[1] as unknown[])[1]).toEqual({ role: 'assistant', content: blocks });
  });
});

/** A whole message with blocks of any kind. */
function message(content: readonly unknown[], stopReason: string): WireReply {
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 50 };
  const body = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-4-5',
    content,
    stop_reason: stopReason,
    usage,
  };
  return { kind: 'status', status: 200, body };
}

describe('an answer of Anthropic', () => {
  it('that was paused is sent back to go on, and counts as one', async () => {
    const paused = [
      { type: 'server_tool_use', id: 's1', name: 'x', input: {} },
      { type: 'text', text: 'one ' },
    ];
    const { requests, result } = await sent(QUESTION, {}, [
      message(paused, 'pause_turn'),
      message([{ type: 'text', text: 'two' }], 'end_turn'),
    ]);
    expect(result).toMatchObject({ text: 'one two', usage: { modelCalls: 2, outputTokens: 10 } });
    expect(requests[1]?.body['messages']).toMatchObject([{}, { role: 'assistant', content: paused }]);
  });

  it('that is paused for ever is a failure of the service', async () => {
    await expect(sent(QUESTION, {}, [message([], 'pause_turn')])).rejects.toMatchObject({
      code: 'TRANSIENT',
      kind: 'server',
    });
  });

  it('that fills the window is no answer', async () => {
    const full = message([{ type: 'text', text: 'x' }], 'model_context_window_exceeded');
    await expect(sent(QUESTION, {}, [full])).rejects.toMatchObject({ code: 'FATAL', kind: 'context_length' });
  });

  it('counts cached tokens as part of the prompt, and costs by the table', async () => {
    const { result } = await sent(QUESTION, {}, [message([{ type: 'text', text: 'x' }], 'end_turn')]);
    expect(result.usage).toMatchObject({
      inputTokens: 160,
      outputTokens: 5,
      cacheReadTokens: 100,
      cacheWriteTokens: 50,
    });
    // 10 fresh x 1 + 100 read x 0.1 + 50 written x 1.25 + 5 out x 5 = 10 + 10 + 62.5 + 25 = 107.5 per million
    expect(result.usage.costUsd).toBeCloseTo(107.5e-6, 12);
  });

  it('that refuses holds the explanation as its text', async () => {
    const { result } = await sent(QUESTION, {}, [{ kind: 'refusal', text: 'I cannot help.' }]);
    expect(result).toMatchObject({ stopReason: 'refusal', text: 'I cannot help.' });
  });

  it('streams although nobody listens where the SDK refuses a long answer otherwise', async () => {
    const { first } = await sent({ ...QUESTION, maxOutputTokens: 64_000 });
    expect(first.body['stream']).toBe(true);
  });

  it('without a usage counts as incomplete', async () => {
    const bare = {
      kind: 'status',
      status: 200,
      body: { content: [{ type: 'text', text: 'x' }], stop_reason: 'end_turn' },
    } as const;
    const { result } = await sent(QUESTION, {}, [bare]);
    expect(result.usage).toMatchObject({ inputTokens: 0, costUsd: null, isComplete: false });
  });
});

describe('an error inside a stream of Anthropic', () => {
  it.each([
    ['overloaded_error', { code: 'TRANSIENT', kind: 'overloaded' }],
    ['rate_limit_error', { code: 'RATE_LIMIT' }],
    ['authentication_error', { code: 'AUTH' }],
    ['api_error', { code: 'TRANSIENT', kind: 'server' }],
    ['invalid_request_error', { code: 'FATAL', kind: 'bad_request' }],
  ])('of type %s is mapped by its type', async (type, expected) => {
    const data = JSON.stringify({
      type: 'error',
      error: { type, message: 'connection of kernel gemm_429_nt: see JSON' },
    });
    const stream: WireReply = {
      kind: 'raw',
      respond: (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`event: error\ndata: ${data}\n\n`);
      },
    };
    const error: unknown = await withServer(ANTHROPIC, [stream], (_server, own) =>
      createProvider('anthropic', own)
        .chat(QUESTION, { stream: true })
        .catch((thrown: unknown) => thrown),
    );
    expect(error).toMatchObject(expected);
  });
});
