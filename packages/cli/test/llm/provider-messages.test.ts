import { AuthError, FatalError, ProviderChainExhausted, RateLimitError, TransientError } from '@perfxpert/agents';
import { describe, expect, it } from '@jest/globals';
import { providerMessage } from '../../src/llm/provider-messages.js';
import { memoryIo } from '../fixtures/memory-io.js';

const fatal = (rawMessage: string) => new FatalError('private', 'bad_request', 'the server refused it', { rawMessage });
const told = (error: Parameters<typeof providerMessage>[0]) =>
  providerMessage(error, memoryIo({ env: { LANG: 'C' } })).replace(/^WARN /, '');

describe('what a service says', () => {
  it.each([
    ['{\n  "error": {\n    "message": "no such field: tools",\n    "code": 400 } }', 'no such field: tools'],
    ['{"error":"model is not loaded"}', 'model is not loaded'],
    ['{"object":"error","message":"bad request"}', 'bad request'],
    ['{"detail":"Not authorized"}', 'Not authorized'],
    ['{"other":1}', '{"other":1}'],
    ['<html>\n<head><title>Blocked</title></head>', 'Blocked'],
    ['first line\n second line', 'first line second line'],
    ['x'.repeat(300), `${'x'.repeat(197)}...`],
  ])('is read from %j', (raw, text) => {
    expect(told(fatal(raw))).toBe(`private: the server refused it; the service says: ${text}`);
  });

  it('is left out where it says nothing', () => {
    expect(told(fatal(' \n'))).toBe('private: the server refused it');
  });
});

describe('a failure', () => {
  it('tells what happened and what to do', () => {
    const limit = new RateLimitError('openai', 'too many requests', 5, {
      rawMessage: '{"error":{"message":"5 a minute"}}',
    });
    expect(told(limit)).toMatch(/^openai: rate limit; wait.*FALLBACK_CHAIN; the service says: 5 a minute$/);
    const cut = new TransientError('ollama', 'connection', 'no connection (ECONNREFUSED); is the server running?');
    expect(told(cut)).toMatch(/^ollama: no connection \(ECONNREFUSED\).*connection trouble.*PERFXPERT_AIRGAP=1/);
    expect(told(new AuthError('anthropic', 'key refused (HTTP 401)', { status: 401 }))).toBe(
      'anthropic: key refused (HTTP 401); check ANTHROPIC_API_KEY or --llm-api-key-file',
    );
    expect(told(new AuthError('openai', 'no key; set OPENAI_API_KEY'))).toBe(
      'openai: no key; set OPENAI_API_KEY, or give --llm-api-key-file',
    );
    expect(told(new AuthError('private', 'no address; set A'))).toBe('private: no address; set A');
  });

  it('on this side of the line is told in our own words', () => {
    const fields = { rawMessage: '80ECA189:error:0A00010B:SSL routines' };
    expect(told(new FatalError('private', 'tls', 'the certificate was refused', fields))).toBe(
      'private: the certificate was refused',
    );
  });

  it('of a whole chain tells the reason of each', () => {
    const attempts = [
      { provider: 'anthropic', error: new RateLimitError('anthropic', 'too many requests') },
      { provider: 'openai', error: new TransientError('openai', 'server', 'server error (HTTP 500)') },
    ];
    expect(told(new ProviderChainExhausted(attempts))).toBe(
      '[anthropic -> openai] every provider of the chain failed (anthropic: too many requests; openai: server error (HTTP 500))',
    );
  });
});
