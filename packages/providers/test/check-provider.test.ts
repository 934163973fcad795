import { describe, expect, it } from '@jest/globals';
import { checkProvider } from '../src/index.js';
import { KEY, WIRED, withServer } from './provider-cases.js';

describe.each(WIRED)('a check of $name', (wired) => {
  const check = (models: readonly string[], model = 'test-model') =>
    withServer(
      wired,
      [],
      async (server, own) => ({
        ...(await checkProvider(wired.name, { ...own, model })),
        asked: server.requests.length,
      }),
      {
        models,
        capabilities: ['completion', 'tools'],
      },
    );

  it('says that the model is there, without using it', async () => {
    expect(await check(['test-model'])).toMatchObject({
      provider: wired.name,
      model: 'test-model',
      isUsable: true,
      hasModel: true,
      errorCode: null,
      message: null,
      latencyMs: expect.any(Number),
      asked: 0,
    });
  });

  it('says that the model is missing', async () => {
    expect(await check(['other'])).toMatchObject({
      isUsable: false,
      hasModel: false,
      errorCode: null,
      message: `[${wired.name}] the model test-model is not there`,
    });
  });

  it('says what is wrong, and never a key', async () => {
    const address = await withServer(wired, [], async (server) => server.url);
    const result = await checkProvider(wired.name, { apiKey: KEY, baseUrl: address, model: 'm' });
    expect(result).toMatchObject({
      isUsable: false,
      latencyMs: null,
      errorCode: 'TRANSIENT',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(JSON.stringify(result)).not.toContain(KEY);
  });
});

describe('checkProvider', () => {
  it('throws nothing for what can not even be made', async () => {
    expect(await checkProvider('anthropic', {})).toMatchObject({
      isUsable: false,
      errorCode: 'AUTH',
      message: expect.stringContaining('no key'),
    });
    expect(await checkProvider('nobody', {})).toMatchObject({ isUsable: false, errorCode: 'UNKNOWN_ID' });
  });

  it('takes a name without a tag for the latest (Ollama)', async () => {
    const result = await withServer(WIRED[3], [], async (_server, own) => checkProvider('ollama', own), {
      models: ['test-model:latest'],
    });
    expect(result).toMatchObject({ hasModel: true, hasTools: null });
  });
});
