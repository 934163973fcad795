import { describe, expect, it } from '@jest/globals';
import { errorFromText } from '../src/index.js';

describe('errorFromText', () => {
  it.each([
    ['429 rate limit', 'RATE_LIMIT', undefined],
    ['insufficient_quota', 'QUOTA_EXCEEDED', undefined],
    ['Error 429: You exceeded your current quota', 'QUOTA_EXCEEDED', undefined],
    ['401 Unauthorized', 'AUTH', undefined],
    ['Request timed out.', 'TRANSIENT', 'timeout'],
    ['connection refused', 'TRANSIENT', 'connection'],
    ['HTTP 500', 'TRANSIENT', 'server'],
    ['529 overloaded_error: Overloaded', 'TRANSIENT', 'overloaded'],
    ['model_not_found', 'FATAL', 'unclassified'],
    ['kernel gemm_429_nt failed', 'FATAL', 'unclassified'],
  ])('vector of the classifier: %s', (text, code, kind) => {
    const error = errorFromText('opencode', text);
    expect([error.code, 'kind' in error ? error.kind : undefined]).toEqual([code, kind]);
    expect(error.rawMessage).toBe(text);
    expect(error.message).not.toContain('gemm');
  });

  it.each([
    ['Service temporarily unavailable', 'TRANSIENT', 'server'],
    ['502 Bad Gateway', 'TRANSIENT', 'server'],
    ['read ECONNRESET', 'TRANSIENT', 'connection'],
    ['getaddrinfo EAI_AGAIN h', 'TRANSIENT', 'connection'],
    ['socket hang up', 'TRANSIENT', 'connection'],
    ['connect ETIMEDOUT 10.0.0.1:443', 'TRANSIENT', 'timeout'],
    ['context_length_exceeded', 'FATAL', 'context_length'],
    ['Too Many Requests', 'RATE_LIMIT', undefined],
    ['quota was exceeded', 'QUOTA_EXCEEDED', undefined],
    ['permission denied', 'AUTH', undefined],
    ['ProviderAuthError invalid credentials', 'AUTH', undefined],
    ['', 'FATAL', 'unclassified'],
  ])('reads %s', (text, code, kind) => {
    const error = errorFromText('opencode', text);
    expect([error.code, 'kind' in error ? error.kind : undefined]).toEqual([code, kind]);
  });

  it('tests the kinds in order: quota before rate before key before time', () => {
    expect(errorFromText('x', '429 insufficient_quota 401 timeout').code).toBe('QUOTA_EXCEEDED');
    expect(errorFromText('x', '429 401 timeout').code).toBe('RATE_LIMIT');
    expect(errorFromText('x', '401 timeout').code).toBe('AUTH');
  });
});
