import { describe, expect, it } from '@jest/globals';
import { extractJsonObject } from '../src/index.js';

describe('extractJsonObject', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['  {"a":1}\n', { a: 1 }],
    ['```json\n{"a":{"b":[1]}}\n```', { a: { b: [1] } }],
    ['first {"a":1} then {"a":2} end', { a: 2 }],
    ['{"a":"} {"}', { a: '} {' }],
    ['{"a":"\\"}"} tail', { a: '"}' }],
    ['good {"a":1} bad {b}', { a: 1 }],
    ['open { and {"a":1}', undefined],
    ['[1]', undefined],
    ['null', undefined],
    ['', undefined],
    ['{"verdict":"mem', undefined],
  ])('%j holds %j', (text, expected) => {
    expect(extractJsonObject(text)).toEqual(expected);
  });

  it('takes time in proportion to the text', () => {
    expect(extractJsonObject('{'.repeat(500_000))).toBeUndefined();
    expect(extractJsonObject('{x}'.repeat(200_000))).toBeUndefined();
  });
});
