import { describe, expect, it } from '@jest/globals';
import { createProvider } from '../../src/index.js';
import type { ChatEvent, ChatRequest, ProviderOptions } from '../../src/index.js';
import { contextTokens } from '../../src/ollama/to-ollama-request.js';
import type { ModelServerOptions, WireReply } from '../../src/testing/index.js';
import { HOTSPOTS, QUESTION, VERDICT, WIRED, bytes, withServer } from '../provider-cases.js';

const OLLAMA = WIRED[3];
const TEXT: WireReply = { kind: 'text', text: 'ok' };
const VALUE = { verdict: 'memory', confidence: 0.8 };

async function sent(
  request: ChatRequest,
  replies: readonly WireReply[] = [TEXT],
  about: ModelServerOptions = {},
  options: ProviderOptions = {},
  stream = false,
) {
  return withServer(
    OLLAMA,
    replies,
    async (server, own) => {
      const events: ChatEvent[] = [];
      const result: unknown = await createProvider('ollama', { ...own, ...options })
        .chat(request, { stream, onEvent: (event) => events.push(event) })
        .catch((error: unknown) => error);
      return {
        bodies: server.requests.map((each) => each.body),
        headers: server.requests[0]?.headers ?? {},
        result,
        events,
      };
    },
    about,
  );
}

describe('a request to Ollama', () => {
  it('is the same every time and names the window that it needs', async () => {
    const { bodies } = await sent(
      { ...QUESTION, output: VERDICT },
      [{ kind: 'answer', value: VALUE }],
      {},
      { keepAlive: '10m' },
    );
    expect(bodies[0]).toEqual({
      model: 'test-model',
      messages: [
        { role: 'system', content: 'You read GPU traces.' },
        { role: 'user', content: 'Which kernel takes most time?' },
      ],
      format: VERDICT.schema,
      keep_alive: '10m',
      options: { temperature: 0, seed: 42, num_ctx: 4096, num_predict: 512 },
      stream: false,
    });
  });

  it('asks for a larger window for a longer prompt, up to a bound', () => {
    // 30,000 letters and 2 quotes are 30,002 bytes: 10,001 tokens, + 2,048 for the answer = 12,049, so 16,384
    expect(contextTokens('x'.repeat(30_000), null, 131_072)).toBe(16_384);
    expect(contextTokens('x'.repeat(30_000), null, 8192)).toBe(8192);
    expect(contextTokens('x', 100, 131_072)).toBe(4096);
  });

  it('sends results of tools by the name of the tool', async () => {
    const { bodies } = await sent({
      messages: [
        { role: 'user', content: 'Which?' },
        {
          role: 'assistant',
          blocks: [{ type: 'tool_call', id: 'c1', name: 'hotspots', input: { top_n: 3 }, error: null }],
        },
        { role: 'tool', results: [{ callId: 'c1', name: 'hotspots', value: { a: 1 } }] },
      ],
    });
    expect(bodies[0]?.['messages']).toMatchObject([
      {},
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'hotspots', arguments: { top_n: 3 } } }] },
      { role: 'tool', tool_name: 'hotspots', content: expect.stringContaining('{"a":1}') },
    ]);
  });

  it('holds the answer to its form only when no tool can be called any more', async () => {
    const during = await sent({ ...QUESTION, tools: [HOTSPOTS], output: VERDICT }, [
      { kind: 'tool_calls', calls: [{ name: 'hotspots', input: { top_n: 1 } }] },
    ]);
    expect(during.bodies).toHaveLength(1);
    expect(during.bodies[0]).toHaveProperty('tools');
    expect(during.bodies[0]).not.toHaveProperty('format');
    const last = await sent({ ...QUESTION, tools: [HOTSPOTS], output: VERDICT, isFinalTurn: true }, [
      { kind: 'answer', value: VALUE },
    ]);
    expect(last.bodies[0]).toHaveProperty('format');
    expect(last.bodies[0]).not.toHaveProperty('tools');
  });

  it('asks for the answer in its form where the model stopped with prose', async () => {
    const { bodies, result } = await sent({ ...QUESTION, tools: [HOTSPOTS], output: VERDICT }, [
      { kind: 'text', text: 'It is memory.' },
      { kind: 'answer', value: VALUE },
    ]);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toMatchObject({ format: VERDICT.schema });
    expect(result).toMatchObject({ structured: VALUE, usage: { modelCalls: 2, inputTokens: 824 } });
  });

  it('leaves tools out where the server says that the model takes none', async () => {
    const { bodies, events } = await sent({ ...QUESTION, tools: [HOTSPOTS] }, [TEXT], { capabilities: ['completion'] });
    expect(bodies[0]).not.toHaveProperty('tools');
    expect(events).toContainEqual({
      type: 'warning',
      provider: 'ollama',
      message: 'the model test-model takes no tools; it is asked without them',
    });
    const able = await sent({ ...QUESTION, tools: [HOTSPOTS] }, [TEXT], { capabilities: ['completion', 'tools'] });
    expect(able.bodies[0]).toHaveProperty('tools');
  });

  it('leaves tools out where the model refuses them', async () => {
    const refusal: WireReply = { kind: 'status', status: 400, body: { error: '"tinymodel" does not support tools' } };
    const { bodies, result } = await sent({ ...QUESTION, tools: [HOTSPOTS] }, [refusal, TEXT]);
    expect(bodies.map((body) => 'tools' in body)).toEqual([true, false]);
    expect(result).toMatchObject({ text: 'ok' });
  });

  it('sends a key to other machines only', async () => {
    const { headers } = await sent(QUESTION);
    expect(headers['authorization']).toBeUndefined();
    const seen: (string | null)[] = [];
    const fetch = async (_input: unknown, init?: RequestInit) => {
      seen.push(new Headers(init?.headers).get('authorization'));
      return Response.json({ message: { content: 'ok' }, done: true });
    };
    await createProvider('ollama', { baseUrl: 'https://models.example', apiKey: 'planted', fetch }).chat(QUESTION);
    expect(seen).toEqual(['Bearer planted']);
  });
});

describe('an answer of Ollama', () => {
  it('is none where the prompt filled the window: its start was cut off', async () => {
    const body = { message: { content: 'x' }, done: true, done_reason: 'stop', prompt_eval_count: 4096, eval_count: 1 };
    const { result } = await sent(QUESTION, [{ kind: 'status', status: 200, body }]);
    expect(result).toMatchObject({ code: 'FATAL', kind: 'context_length' });
  });

  it('leaves out counts of zero', async () => {
    const body = { message: { content: 'x' }, done: true, done_reason: 'stop', eval_count: 3 };
    const { result } = await sent(QUESTION, [{ kind: 'status', status: 200, body }]);
    expect(result).toMatchObject({ usage: { inputTokens: 0, outputTokens: 3, isComplete: true } });
  });

  it.each([
    [
      '{"error":"an error was encountered while running the model","status":500}',
      { code: 'TRANSIENT', kind: 'server' },
    ],
    ['{"error":"server busy, please try again"}', { code: 'TRANSIENT', kind: 'server' }],
    ['{"error":"something else"}', { code: 'FATAL', kind: 'unclassified' }],
  ])('may report an error in its stream: %s', async (line, expected) => {
    const first = '{"model":"m","message":{"role":"assistant","content":"tile_"},"done":false}\n';
    const reply = bytes('ollama', true, (response) => response.end(`${first}${line}\n`));
    const { result } = await sent(QUESTION, [reply], {}, {}, true);
    expect(result).toMatchObject(expected);
  });

  it('may come in lines that are split anywhere', async () => {
    const lines = [
      '{"message":{"content":"tile_"},"done":false}',
      '',
      '{"message":{"content":"gemm ü"},"done":true,"done_reason":"stop"}',
    ];
    const whole = Buffer.from(lines.join('\n'));
    const reply = bytes('ollama', true, (response) => {
      for (const byte of whole) response.write(Buffer.from([byte]));
      response.end();
    });
    const { result } = await sent(QUESTION, [reply], {}, {}, true);
    expect(result).toMatchObject({ text: 'tile_gemm ü' });
  });

  it('names the model that is missing', async () => {
    const reply: WireReply = { kind: 'status', status: 404, body: { error: "model 'no-such-model' not found" } };
    const { result } = await sent({ ...QUESTION, model: 'no-such-model' }, [reply]);
    expect(result).toMatchObject({ code: 'FATAL', kind: 'not_found' });
    expect((result as Error).message).toContain('no-such-model');
  });
});
