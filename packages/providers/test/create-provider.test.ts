import { describe, expect, it } from '@jest/globals';
import { DEFAULT_MODELS, DRY_RUN_RESULT, PROVIDER_NAMES, UnknownProviderError, createProvider } from '../src/index.js';
import type { ChatEvent, ProviderOptions } from '../src/index.js';
import { KEY, QUESTION, WIRED, withServer } from './provider-cases.js';

describe('createProvider', () => {
  it.each([
    ['anthropic', 'PERFXPERT_LLM_ANTHROPIC_KEY or ANTHROPIC_API_KEY'],
    ['openai', 'PERFXPERT_LLM_OPENAI_KEY or OPENAI_API_KEY'],
  ])('names both variables for the missing key of %s', (name, variables) => {
    expect(() => createProvider(name)).toThrow(variables);
    expect(() => createProvider(name, { apiKey: '' })).toThrow(expect.objectContaining({ code: 'AUTH' }));
  });

  it('knows its names and no other', () => {
    expect(() => createProvider('claude-code', { apiKey: KEY })).toThrow(UnknownProviderError);
    expect(() => createProvider('toString')).toThrow(UnknownProviderError);
    for (const name of PROVIDER_NAMES) {
      const provider = createProvider(name, { apiKey: KEY, baseUrl: 'http://127.0.0.1:1' });
      expect([provider.name, provider.model]).toEqual([name, DEFAULT_MODELS[name]]);
    }
  });

  it('has one table of default models', () => {
    expect(DEFAULT_MODELS).toEqual({
      anthropic: 'claude-sonnet-5-5',
      openai: 'gpt-5.4-mini',
      ollama: 'llama3.1',
      private: null,
      opencode: null,
    });
  });

  it.each([
    ['ftp://h', 'http:// or https://'],
    ['http://user:pa55word@h', 'use the key'],
    ['http://', 'can not be read'],
    ['http://h:99999', 'can not be read'],
  ])('refuses the address %s without repeating it', (baseUrl, text) => {
    const create = () => createProvider('ollama', { baseUrl });
    expect(create).toThrow(text);
    expect(create).toThrow(expect.objectContaining({ code: 'FATAL', kind: 'configuration' }));
    expect(create).not.toThrow('pa55word');
  });

  it.each([
    ['host:1234/', 'http://host:1234/api/chat'],
    ['https://h/', 'https://h/api/chat'],
  ])('vector: Ollama URL %s', async (baseUrl, expected) => {
    const seen: string[] = [];
    const fetch = async (input: unknown) => {
      seen.push(String(input).replace(':443', ''));
      return Response.json({ message: { content: 'ok' }, done: true });
    };
    await createProvider('ollama', { baseUrl, fetch }).chat(QUESTION);
    expect(seen).toEqual([expected]);
  });
});

describe('every provider', () => {
  const all = PROVIDER_NAMES.map((name) => ({
    name,
    options: { apiKey: KEY, baseUrl: 'http://127.0.0.1:1', model: 'm' },
  }));

  it.each(all)('dry run of $name: one shared result, nothing else', async ({ name, options }) => {
    const events: ChatEvent[] = [];
    const fetch: ProviderOptions['fetch'] = () => Promise.reject(new Error('network'));
    const provider = createProvider(name, { ...options, fetch, isAirgapped: true });
    expect(await provider.chat(QUESTION, { dryRun: true, onEvent: (event) => events.push(event) })).toBe(
      DRY_RUN_RESULT,
    );
    expect(events).toEqual([]);
  });

  it.each(all)('air gap: $name asks nobody', async ({ name, options }) => {
    let calls = 0;
    const fetch: ProviderOptions['fetch'] = () => {
      calls += 1;
      return Promise.reject(new Error('network'));
    };
    const provider = createProvider(name, { ...options, fetch, isAirgapped: true });
    await expect(provider.chat(QUESTION)).rejects.toMatchObject({ code: 'FATAL', kind: 'airgap' });
    await expect(provider.inspect()).rejects.toMatchObject({ code: 'FATAL', kind: 'airgap' });
    expect(calls).toBe(0);
  });
});

describe('settings of the SDKs', () => {
  const PLANTED: Readonly<Record<string, string>> = {
    ANTHROPIC_API_KEY: 'from-environment-1',
    ANTHROPIC_AUTH_TOKEN: 'from-environment-2',
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:1/from-environment',
    ANTHROPIC_CUSTOM_HEADERS: 'x-from-environment: from-environment-3',
    ANTHROPIC_LOG: 'debug',
    OPENAI_API_KEY: 'from-environment-4',
    OPENAI_BASE_URL: 'http://127.0.0.1:1/from-environment',
    OPENAI_ORG_ID: 'from-environment-5',
    OPENAI_PROJECT_ID: 'from-environment-6',
    OPENAI_CUSTOM_HEADERS: 'x-from-environment: from-environment-7',
    OPENAI_LOG: 'debug',
    OLLAMA_HOST: 'http://127.0.0.1:1/from-environment',
    OLLAMA_API_KEY: 'from-environment-8',
  };

  it.each(WIRED)('in the environment have no effect on $name', async (wired) => {
    const before = { ...process.env };
    Object.assign(process.env, PLANTED);
    try {
      await withServer(wired, [{ kind: 'text', text: 'ok' }], async (server, own) => {
        await createProvider(wired.name, own).chat(QUESTION);
        expect(server.requests).toHaveLength(1);
        expect(JSON.stringify(server.requests)).not.toContain('from-environment');
      });
    } finally {
      for (const name of Object.keys(PLANTED)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });
});

describe('warnings', () => {
  const fetch: ProviderOptions['fetch'] = async () =>
    Response.json({ choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] });
  const warningsOf = async (options: ProviderOptions): Promise<string[]> => {
    const warnings: string[] = [];
    const provider = createProvider('private', { model: 'm', fetch, ...options });
    const onEvent = (event: ChatEvent) => (event.type === 'warning' ? warnings.push(event.message) : 0);
    await provider.chat(QUESTION, { stream: false, onEvent });
    await provider.chat(QUESTION, { stream: false, onEvent });
    return warnings;
  };

  it('are said once for a key over plain http to another machine', async () => {
    expect(await warningsOf({ baseUrl: 'http://models.example/v1', apiKey: KEY })).toEqual([
      'the key is sent over plain http to another machine; use https',
    ]);
    expect(await warningsOf({ baseUrl: 'http://models.example/v1', headers: { 'api-key': 'k' } })).toHaveLength(1);
    expect(await warningsOf({ baseUrl: 'http://models.example/v1' })).toEqual([]);
    expect(await warningsOf({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: KEY })).toEqual([]);
    expect(await warningsOf({ baseUrl: 'http://localhost:1/v1', apiKey: KEY })).toEqual([]);
    expect(await warningsOf({ baseUrl: 'https://models.example/v1', apiKey: KEY })).toEqual([]);
  });

  it('are said for certificates that are not checked', async () => {
    expect(await warningsOf({ baseUrl: 'https://h', tls: { verify: false } })).toEqual([
      'certificates are not checked (TLS verification is off)',
    ]);
  });
});
