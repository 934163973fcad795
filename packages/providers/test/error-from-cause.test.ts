import { describe, expect, it } from '@jest/globals';
import { errorFromCause } from '../src/error-from-cause.js';
import { TransientError } from '../src/index.js';

const PLACE = { provider: 'ollama', model: 'm', now: 0 };
const withCode = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('x'), { code }) });

describe('errorFromCause', () => {
  it.each([
    ['ECONNREFUSED', 'TRANSIENT', 'connection'],
    ['ECONNRESET', 'TRANSIENT', 'connection'],
    ['ENOTFOUND', 'TRANSIENT', 'connection'],
    ['UND_ERR_SOCKET', 'TRANSIENT', 'connection'],
    ['UND_ERR_CONNECT_TIMEOUT', 'TRANSIENT', 'timeout'],
    ['ETIMEDOUT', 'TRANSIENT', 'timeout'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'FATAL', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'FATAL', 'tls'],
    ['CERT_HAS_EXPIRED', 'FATAL', 'tls'],
    ['HPE_INVALID_CONSTANT', 'FATAL', 'configuration'],
    ['HPE_INVALID_CHUNK_SIZE', 'TRANSIENT', 'connection'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'FATAL', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'FATAL', 'tls'],
  ])('finds the code %s along the causes', (code, expected, kind) => {
    expect(errorFromCause(withCode(code), PLACE)).toMatchObject({ code: expected, kind, model: 'm' });
  });

  it('keeps an error of ours, however deep an SDK wrapped it', () => {
    const own = new TransientError('ollama', 'server', 'server error');
    expect(errorFromCause(new Error('Connection error.', { cause: new Error('x', { cause: own }) }), PLACE)).toBe(own);
  });

  it('believes the status of an SDK before any text', () => {
    const error = Object.assign(new Error('429 too many requests'), { status: 401, headers: new Headers() });
    expect(errorFromCause(error, PLACE).code).toBe('AUTH');
  });

  it('survives causes that go round in circles, and values that are no errors', () => {
    const loop: { cause?: unknown; message: string } = { message: 'HTTP 500' };
    loop.cause = loop;
    expect(errorFromCause(loop, PLACE)).toMatchObject({ code: 'TRANSIENT', kind: 'server' });
    expect(errorFromCause('timed out', PLACE)).toMatchObject({ code: 'TRANSIENT', kind: 'timeout' });
    expect(errorFromCause(undefined, PLACE).code).toBe('FATAL');
  });
});
