import { describe, expect, it } from '@jest/globals';
import {
  AuthError,
  CancelledError,
  FatalError,
  ProviderChainExhausted,
  RateLimitError,
  TimeoutError,
  TransientError,
  UnknownProviderError,
} from '../src/index.js';

describe('provider errors', () => {
  it('carries the brand that every package recognises', () => {
    expect(Symbol.for('perfxpert.error') in new AuthError('anthropic', 'key missing')).toBe(true);
  });

  it('says one line of at most 240 characters', () => {
    const error = new FatalError('ollama', 'malformed_response', `${'x'.repeat(500)}\nsecond line`);
    expect(error.message).toHaveLength(240);
    expect(error.message.endsWith('...')).toBe(true);
    expect(new AuthError('openai', 'first\nsecond').message).toBe('[openai] first');
  });

  it('names the class, the waiting time, the budget and the known providers', () => {
    expect(new RateLimitError('openai', 'too many requests', 12)).toMatchObject({
      name: 'RateLimitError',
      retryAfterSeconds: 12,
      retryable: true,
    });
    expect(new TimeoutError('openai', 30).message).toBe('[openai] no answer within 30 s');
    expect(new TimeoutError('openai', 0.7992922919999983).message).toBe('[openai] no answer within 0.799 s');
    expect(new TimeoutError('openai', 2.9983).message).toBe('[openai] no answer within 3 s');
    expect(new TimeoutError('openai', 299.6).message).toBe('[openai] no answer within 300 s');
    expect(new UnknownProviderError('nope', ['ollama', 'openai']).message).toContain('known are ollama, openai');
    expect(new CancelledError('openai', 'cancelled').retryable).toBe(false);
  });

  it('keeps every attempt of a chain in order, the last one as cause', () => {
    const first = new TransientError('anthropic', 'overloaded', 'overloaded (HTTP 529)');
    const last = new RateLimitError('openai', 'too many requests');
    const chain = new ProviderChainExhausted([
      { provider: 'anthropic', error: first },
      { provider: 'openai', error: last },
    ]);
    expect(chain.message).toBe(
      '[anthropic -> openai] every provider of the chain failed (anthropic: overloaded (HTTP 529); openai: too many requests)',
    );
    expect(chain.details).toMatchObject({
      failures: [
        { provider: 'anthropic', code: 'TRANSIENT', status: null },
        { provider: 'openai', code: 'RATE_LIMIT', status: null },
      ],
    });
    expect(chain.attempts.map((attempt) => attempt.error)).toEqual([first, last]);
    expect(chain.cause).toBe(last);
  });
});
