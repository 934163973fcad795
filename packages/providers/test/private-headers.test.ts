import { describe, expect, it } from '@jest/globals';
import { parsePrivateHeaders, parseVerifySsl } from '../src/index.js';

describe('parsePrivateHeaders', () => {
  it.each([
    ['', {}],
    ['{"X-Tenant":"a","X-Version":"1"}', { 'X-Tenant': 'a', 'X-Version': '1' }],
    ['{"X-Version":1,"X-On":true}', { 'X-Version': '1', 'X-On': 'true' }],
    ["{'X-Tenant': 'a', 'X-B': ''}", { 'X-Tenant': 'a', 'X-B': '' }],
    ['{}', {}],
  ])('vector: %s', (text, headers) => {
    expect(parsePrivateHeaders(text)).toEqual(headers);
  });

  it.each([
    "['a']",
    '["a"]',
    'not-json{{{',
    '{"X-Secret":"planted\\r\\nX-Other: 1"}',
    '{"X Secret":"planted"}',
    '{"X-Secret":{"a":"planted"}}',
    '{"X-Secret":null,"a":"planted"}',
    '"planted"',
    "{'a': 'planted', 'b': {'c': 'd'}}",
  ])('vector: %s is an error that does not repeat it', (text) => {
    const parse = () => parsePrivateHeaders(text);
    expect(parse).toThrow(expect.objectContaining({ code: 'AUTH', provider: 'private' }));
    expect(parse).not.toThrow('planted');
    expect(parse).not.toThrow(text);
  });
});

describe('parseVerifySsl', () => {
  it.each([
    [undefined, true],
    ['1', true],
    ['true', true],
    ['', true],
    ['0', false],
    ['false', false],
    ['NO', false],
    ['off', false],
  ])('vector: %s is %s', (text, expected) => {
    expect(parseVerifySsl(text)).toBe(expected);
  });
});
