import fs from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createProvider } from '../../src/index.js';
import type { ProviderOptions } from '../../src/index.js';
import { KEY, QUESTION } from '../provider-cases.js';

const FIXTURES = path.resolve(import.meta.dirname, '../__fixtures__');
const CERTIFICATE = path.join(FIXTURES, 'self-signed.cert.pem');

/** What a private endpoint with a certificate that nobody knows answers, and the headers that it got. */
async function ask(options: ProviderOptions, stream = false) {
  const seen: unknown[] = [];
  const server = createServer(
    { cert: fs.readFileSync(CERTIFICATE), key: fs.readFileSync(path.join(FIXTURES, 'self-signed.key.pem')) },
    (request, response) => {
      seen.push(request.headers['authorization']);
      const message = { role: 'assistant', content: 'ok' };
      if (stream) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(
          `data: ${JSON.stringify({ choices: [{ delta: { content: 'ok' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
        );
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
      }
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    const provider = createProvider('private', {
      apiKey: KEY,
      model: 'm',
      retry: { maxRetries: 0 },
      baseUrl: `https://localhost:${port}/v1`,
      ...options,
    });
    return { result: await provider.chat(QUESTION, { stream }).catch((error: unknown) => error), seen };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('a certificate that nobody knows', () => {
  it('is refused, and nothing is sent', async () => {
    expect(await ask({})).toMatchObject({ result: { code: 'FATAL', kind: 'tls' }, seen: [] });
    expect(await ask({})).toMatchObject({
      result: { message: expect.stringContaining('PERFXPERT_LLM_PRIVATE_CA_FILE') },
    });
  });

  it.each([false, true])('is taken where it is trusted or nothing is checked (streaming: %s)', async (stream) => {
    const trusted = await ask({ tls: { caFile: CERTIFICATE } }, stream);
    const unchecked = await ask({ tls: { verify: false } }, stream);
    for (const { result, seen } of [trusted, unchecked])
      expect([result, seen]).toMatchObject([{ text: 'ok' }, [`Bearer ${KEY}`]]);
    // For this provider only: the next one checks again.
    expect(await ask({}, stream)).toMatchObject({ result: { kind: 'tls' } });
  });

  it('needs a file that can be read', async () => {
    expect(await ask({ tls: { caFile: '/no/such/file.pem' } })).toMatchObject({
      result: { code: 'FATAL', kind: 'configuration', provider: 'private' },
    });
  });
});
