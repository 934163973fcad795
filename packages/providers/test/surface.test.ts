import { expect, it } from '@jest/globals';
import * as providers from '../src/index.js';

it('exports exactly what other packages may use', () => {
  expect(Object.keys(providers).sort()).toEqual([
    'AuthError',
    'CancelledError',
    'FatalError',
    'ProviderChainExhausted',
    'ProviderError',
    'QuotaExceededError',
    'RateLimitError',
    'TimeoutError',
    'TransientError',
    'UnknownProviderError',
    'errorFromStatus',
    'retryAfterSeconds',
  ]);
});
