import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { isCutJson } from '../../src/http/cut-json.js';
import { createHttpFetch } from '../../src/http/http-fetch.js';
import type { HttpFetchOptions } from '../../src/http/http-fetch.js';

const OPTIONS: HttpFetchOptions = {
  provider: 'openai',
  model: null,
  transport: async () => Response.json({}),
  headers: { authorization: 'Bearer k' },
  signal: new AbortController().signal,
  isAirgapped: false,
  isLines: false,
  maxResponseBytes: 1000,
  now: () => 0,
  onFailure: () => undefined,
};

describe('createHttpFetch', () => {
  it('refuses under an air gap before anything is asked', async () => {
    let calls = 0;
    const transport = async () => {
      calls += 1;
      return Response.json({});
    };
    const fetch = createHttpFetch({ ...OPTIONS, transport, isAirgapped: true });
    await expect(fetch('http://127.0.0.1:1')).rejects.toMatchObject({ kind: 'airgap' });
    expect(calls).toBe(0);
  });

  it('never follows a redirect, so that the key goes nowhere else', async () => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(307, { location: '/elsewhere' });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const fetch = createHttpFetch({ ...OPTIONS, transport: globalThis.fetch });
    await expect(fetch(`http://127.0.0.1:${port}/start`, { method: 'POST', body: '{}' })).rejects.toMatchObject({
      kind: 'redirect',
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(paths).toEqual(['/start']);
  });

  it('says that a port can not be used, and does not try again', async () => {
    const fetch = createHttpFetch({ ...OPTIONS, transport: globalThis.fetch });
    await expect(fetch('http://127.0.0.1:9/v1')).rejects.toMatchObject({
      code: 'FATAL',
      kind: 'configuration',
      message: expect.stringContaining('port'),
    });
  });

  it('tells of the first failure and of every new request', async () => {
    const told: (string | null)[] = [];
    const fetch = createHttpFetch({
      ...OPTIONS,
      transport: async () =>
        new Response('slow down', { status: 429, headers: { 'retry-after': '2', 'x-request-id': 'r1' } }),
      onFailure: (error) => told.push(error?.code ?? null),
    });
    await expect(fetch('http://h')).rejects.toMatchObject({
      code: 'RATE_LIMIT',
      requestId: 'r1',
      retryAfterSeconds: 2,
      rawMessage: 'slow down',
    });
    expect(told).toEqual([null, 'RATE_LIMIT']);
  });

  it('reads no more than 64 KiB of an error', async () => {
    const fetch = createHttpFetch({
      ...OPTIONS,
      transport: async () => new Response('x'.repeat(1_000_000), { status: 500 }),
    });
    const error = (await fetch('http://h').catch((thrown: unknown) => thrown)) as { rawMessage: string };
    expect(error.rawMessage.length).toBeLessThanOrEqual(1_000_000);
    expect(error).toMatchObject({ code: 'TRANSIENT' });
  });

  it.each([true, false])('tells an answer that was cut, on a connection that stays open (%s) or not', async (stays) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"id":"x","te', () => response.destroy());
    });
    if (!stays) server.maxRequestsPerSocket = 1;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const told: unknown[] = [];
    const fetch = createHttpFetch({ ...OPTIONS, transport: globalThis.fetch, onFailure: (error) => told.push(error) });
    const response = await fetch(`http://127.0.0.1:${port}/`);
    await expect(response.text()).rejects.toThrow();
    expect(told.at(-1)).toMatchObject({ code: 'TRANSIENT', kind: 'connection' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['{"a":1}', false],
    ['{"a":[1,{"b":"}"}]}', false],
    ['not json {', false],
    ['', false],
    ['{"id": not json}', false],
    ['{"a":1', true],
    ['{"a":"\\"', true],
    ['[1,2', true],
    ['{"a":"b\\\\"}', false],
  ])('%j is cut: %s', (text, isCut) => {
    expect(isCutJson(text)).toBe(isCut);
  });
});
