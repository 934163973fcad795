import { describe, expect, it } from '@jest/globals';
import { exitCodeOf } from '../src/exit-codes.js';

describe('exitCodeOf', () => {
  it.each([
    ['INVALID_ARGUMENT', 2],
    ['NOT_FOUND', 2],
    ['PERMISSION_DENIED', 2],
    ['NOT_A_TRACE', 2],
    ['DAMAGED', 2],
    ['BUSY', 2],
    ['SCHEMA_UNSUPPORTED', 2],
    ['AUTH', 2],
    ['QUOTA_EXCEEDED', 4],
    ['TIMEOUT', 124],
    ['CANCELLED', 130],
    ['INTERNAL', 70],
    ['toString', 70],
  ])('%s ends with %d', (code, expected) => {
    expect(exitCodeOf(code)).toBe(expected);
  });
});
