import { describe, expect, it } from '@jest/globals';
import { createProvider } from '../../src/index.js';
import type { ChatRequest, ProviderOptions } from '../../src/index.js';
import type { ModelServerOptions, WireReply } from '../../src/testing/index.js';
import { HOTSPOTS, KEY, QUESTION, VERDICT, WIRED, withServer } from '../provider-cases.js';

const TEXT: WireReply = { kind: 'text', text: 'ok' };
const VALUE = { verdict: 'memory', confidence: 0.8 };

interface Asked {
  readonly name?: 'openai' | 'private';
  readonly options?: ProviderOptions;
  readonly replies?: readonly WireReply[];
  readonly times?: number;
  readonly stream?: boolean;
  readonly about?: ModelServerOptions;
}

/** The bodies and headers that calls send, and the last result. */
async function sent(request: ChatRequest, asked: Asked = {}) {
  const wired = asked.name === 'private' ? WIRED[2] : WIRED[1];
  return withServer(
    wired,
    asked.replies ?? [TEXT],
    async (server, own) => {
      const provider = createProvider(wired.name, { ...own, ...asked.options });
      let result: unknown;
      for (let call = 0; call < (asked.times ?? 1); call += 1)
        result = await provider.chat(request, { stream: asked.stream ?? false }).catch((error: unknown) => error);
      const bodies = server.requests.map((each) => each.body);
      return { bodies, first: bodies[0] ?? {}, headers: server.requests[0]?.headers ?? {}, result };
    },
    asked.about,
  );
}

function refusing(text: string): WireReply {
  return { kind: 'status', status: 400, body: { error: { message: text, type: 'invalid_request_error' } } };
}

describe('a request to OpenAI', () => {
  it('is held to the schema of the answer and to those of the tools', async () => {
    const { first, headers } = await sent({ ...QUESTION, tools: [HOTSPOTS], output: VERDICT });
    expect(headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(first).toEqual({
      model: 'test-model',
      messages: [
        { role: 'system', content: 'You read GPU traces.' },
        { role: 'user', content: 'Which kernel takes most time?' },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'hotspots',
            description: 'Top kernels by time',
            strict: true,
            parameters: {
              type: 'object',
              properties: { top_n: { type: 'integer' } },
              required: ['top_n'],
              additionalProperties: false,
            },
          },
        },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      max_completion_tokens: 512,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'submit_verdict', strict: true, schema: VERDICT.schema },
      },
    });
  });

  it('calls no more tools on the last turn', async () => {
    const { first } = await sent({ ...QUESTION, tools: [HOTSPOTS], isFinalTurn: true });
    expect(first['tool_choice']).toBe('none');
  });

  it('answers each call with a message of its own', async () => {
    const { first } = await sent({
      messages: [
        { role: 'user', content: 'Which?' },
        {
          role: 'assistant',
          blocks: [{ type: 'tool_call', id: 'c1', name: 'hotspots', input: { top_n: 3 }, error: null }],
        },
        { role: 'tool', results: [{ callId: 'c1', name: 'hotspots', value: { a: 1 } }] },
      ],
    });
    expect(first['messages']).toMatchObject([
      {},
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', function: { name: 'hotspots', arguments: '{"top_n":3}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: expect.stringContaining('{"a":1}') },
    ]);
  });

  it('leaves out of an answer what is null only because strict schemas know no optional fields', async () => {
    const output = {
      name: 'submit',
      schema: {
        type: 'object',
        required: ['a'],
        properties: {
          a: { type: ['string', 'null'] },
          b: { type: 'string' },
          c: { type: 'array', items: { type: 'object', properties: { d: { type: 'number' } } } },
        },
      },
    };
    const answer = { a: null, b: null, c: [{ d: null }, { d: 1 }] };
    const { result } = await sent({ ...QUESTION, output }, { replies: [{ kind: 'answer', value: answer }] });
    expect(result).toMatchObject({ structured: { a: null, c: [{}, { d: 1 }] } });
    expect((result as { structured: object }).structured).not.toHaveProperty('b');
  });

  it('reports a refusal with its words', async () => {
    const { result } = await sent(QUESTION, { replies: [{ kind: 'refusal', text: 'I cannot help with that.' }] });
    expect(result).toMatchObject({ stopReason: 'refusal', text: 'I cannot help with that.' });
    expect((await sent(QUESTION, { stream: true, replies: [{ kind: 'refusal', text: 'No.' }] })).result).toMatchObject({
      stopReason: 'refusal',
      text: 'No.',
    });
  });

  it('marks a call whose arguments are no JSON', async () => {
    const message = {
      role: 'assistant',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'hotspots', arguments: '{"top' } }],
    };
    const body = { choices: [{ message, finish_reason: 'tool_calls' }] };
    const { result } = await sent(QUESTION, { replies: [{ kind: 'status', status: 200, body }] });
    expect(result).toMatchObject({
      stopReason: 'tool_calls',
      blocks: [{ type: 'tool_call', id: 'c1', input: {}, error: 'the arguments are no JSON object' }],
    });
  });

  it('counts cached tokens as part of the prompt', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 400 } };
    const body = { model: 'gpt-4o-mini', choices: [{ message: { content: 'x' }, finish_reason: 'stop' }], usage };
    const { result } = await sent(QUESTION, { replies: [{ kind: 'status', status: 200, body }] });
    // 600 x 0.15 + 400 x 0.075 + 100 x 0.6 = 90 + 30 + 60 = 180 per million
    expect(result).toMatchObject({
      usage: { inputTokens: 1000, cacheReadTokens: 400, costUsd: expect.closeTo(180e-6, 12) },
    });
  });
});

describe('what an endpoint refuses', () => {
  it.each([
    ['Unsupported parameter: max_completion_tokens', 'max_completion_tokens'],
    ['unknown field', 'max_completion_tokens'],
    ['parallel_tool_calls is not supported', 'parallel_tool_calls'],
    ['strict mode is not available', '"strict":true,"parameters"'],
  ])('is left out from then on: %s', async (text, gone) => {
    const { bodies } = await sent({ ...QUESTION, tools: [HOTSPOTS] }, { replies: [refusing(text), TEXT], times: 2 });
    expect(bodies).toHaveLength(3);
    if (gone !== '"strict":true,"parameters"') {
      expect(bodies.map((body) => gone in body)).toEqual([true, false, false]);
      if (gone === 'max_completion_tokens') expect(bodies[2]).toMatchObject({ max_tokens: 512 });
    } else expect(bodies.map((body) => JSON.stringify(body).includes('"strict":true'))).toEqual([true, false, false]);
  });

  it('steps down from a schema to JSON to words, and finds the answer in the words', async () => {
    const replies: readonly WireReply[] = [
      refusing('response_format json_schema is not supported'),
      refusing('response_format is not supported'),
      { kind: 'text', text: `Here it is:\n\`\`\`json\n${JSON.stringify(VALUE)}\n\`\`\`` },
    ];
    const { bodies, result } = await sent({ ...QUESTION, output: VERDICT }, { name: 'private', replies, times: 2 });
    expect(bodies.map((body) => body['response_format'])).toMatchObject([
      { type: 'json_schema' },
      { type: 'json_object' },
      undefined,
      undefined,
    ]);
    expect(JSON.stringify(bodies[2]?.['messages'])).toContain('It must match this JSON Schema');
    expect(result).toMatchObject({ structured: VALUE });
  });

  it('does not try for ever', async () => {
    const { bodies, result } = await sent({ ...QUESTION, output: VERDICT }, { replies: [refusing('response_format')] });
    expect(bodies).toHaveLength(3);
    expect(result).toMatchObject({ code: 'FATAL', kind: 'bad_request' });
  });

  it('may be the usage in a stream', async () => {
    const { bodies, result } = await sent(QUESTION, { stream: true, replies: [refusing('stream_options'), TEXT] });
    expect(bodies.map((body) => 'stream_options' in body)).toEqual([true, false]);
    expect(result).toMatchObject({ text: 'ok' });
  });
});

describe('a private endpoint', () => {
  it('gets a made-up key where there is none, because gateways want a value', async () => {
    const { headers } = await sent(QUESTION, { name: 'private', options: { apiKey: '' } });
    expect(headers['authorization']).toBe('Bearer dummy');
  });

  it('gets extra headers, over the key whatever their case', async () => {
    const options = { headers: { AUTHORIZATION: 'Basic abcdefgh', 'X-Tenant': 'a' } };
    const { headers } = await sent(QUESTION, { name: 'private', options });
    expect([headers['authorization'], headers['x-tenant']]).toEqual(['Basic abcdefgh', 'a']);
    const own = await sent(QUESTION, { name: 'private', options: { apiKey: '', headers: { 'api-key': 'k' } } });
    expect([own.headers['authorization'], own.headers['api-key']]).toEqual([undefined, 'k']);
  });

  it('is sent no bound and no switch that many servers refuse', async () => {
    const { first } = await sent({ messages: QUESTION.messages, tools: [HOTSPOTS] }, { name: 'private' });
    expect(Object.keys(first).sort()).toEqual(['messages', 'model', 'tool_choice', 'tools']);
    const bounded = await sent(QUESTION, { name: 'private' });
    expect(bounded.first).toMatchObject({ max_tokens: 512 });
  });

  it('is asked for its own model where none is named', async () => {
    const ask = async (about: ModelServerOptions) =>
      withServer(
        WIRED[2],
        [TEXT],
        async (server, { model: _model, ...own }) => {
          await createProvider('private', own).chat(QUESTION);
          return server.requests[0]?.body['model'];
        },
        about,
      );
    expect(await ask({ models: ['qwen3', 'other'] })).toBe('qwen3');
    expect(await ask({})).toBe('default');
  });

  it('takes answers that leave fields out (vLLM)', async () => {
    const body = {
      id: 'cmpl-1',
      choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    };
    const { result } = await sent(QUESTION, { name: 'private', replies: [{ kind: 'status', status: 200, body }] });
    expect(result).toMatchObject({ text: 'ok', model: 'test-model', usage: { isComplete: false, costUsd: null } });
  });

  it('has no say in how its model is shown', async () => {
    const body = {
      model: `x\u001b[31m<|im_start|>${'y'.repeat(500)}`,
      choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }],
    };
    const { result } = await sent(QUESTION, { name: 'private', replies: [{ kind: 'status', status: 200, body }] });
    expect((result as { model: string }).model).toMatch(/^x< \|im_start\| >y+~[0-9a-f]{8}$/);
    expect((result as { model: string }).model).toHaveLength(128);
  });

  it.each([
    [404, { detail: 'Not Found' }, 'Not Found'],
    [400, { object: 'error', message: 'maximum context length is 4096', code: 400 }, 'maximum context length'],
  ])('has its words read from errors of any shape (%i)', async (status, body, text) => {
    const { result } = await sent(QUESTION, { name: 'private', replies: [{ kind: 'status', status, body }] });
    expect(result).toMatchObject({ code: 'FATAL', kind: status === 404 ? 'not_found' : 'context_length' });
    expect((result as { rawMessage: string }).rawMessage).toContain(text);
  });

  it('needs an address', () => {
    expect(() => createProvider('private')).toThrow('PERFXPERT_LLM_PRIVATE_URL or PRIVATE_LLM_ENDPOINT');
    expect(() => createProvider('private')).toThrow(expect.objectContaining({ code: 'AUTH' }));
  });

  it('private URL "https://h/v1/" is asked at https://h/v1/chat/completions with "Bearer dummy"', async () => {
    const seen: string[] = [];
    const fetch = async (input: unknown, init?: RequestInit) => {
      seen.push(String(input), new Headers(init?.headers).get('authorization') ?? '');
      return Response.json({ choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] });
    };
    await createProvider('private', { baseUrl: 'https://h/v1/', model: 'm', fetch }).chat(QUESTION);
    expect(seen).toEqual(['https://h/v1/chat/completions', 'Bearer dummy']);
  });
});

describe('an error inside a stream of OpenAI', () => {
  it.each([
    [
      { message: 'server error', type: 'server_error', code: null },
      { code: 'TRANSIENT', kind: 'server' },
    ],
    [{ message: 'x', type: 'insufficient_quota', code: 'insufficient_quota' }, { code: 'QUOTA_EXCEEDED' }],
    [{ message: 'x', type: 'requests', code: 'rate_limit_exceeded' }, { code: 'RATE_LIMIT' }],
  ])('is mapped by its type: %j', async (error, expected) => {
    const stream: WireReply = {
      kind: 'raw',
      respond: (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify({ error })}\n\n`);
      },
    };
    expect((await sent(QUESTION, { stream: true, replies: [stream] })).result).toMatchObject(expected);
  });
});
