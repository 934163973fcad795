import { describe, expect, it } from '@jest/globals';
import { escapeStrings } from '../../src/render/escape-strings.js';

describe('escapeStrings', () => {
  it('escapes texts and keys at every depth and leaves the rest', () => {
    const value = { list: ['a\nb', 1, null, true], 'k\x1b': { inner: 'c\u202e' } };
    expect(escapeStrings(value)).toEqual({ list: ['a\\nb', 1, null, true], 'k\\x1b': { inner: 'c\\u{202e}' } });
  });

  it('escapes a long text at every place that it stands', () => {
    const long = '\n'.repeat(1000);
    const escaped = '\\n'.repeat(1000);
    expect(escapeStrings({ [long]: [long, long] })).toEqual({ [escaped]: [escaped, escaped] });
  });

  it('keeps a key that names a prototype as a plain key', () => {
    const value: unknown = JSON.parse('{"__proto__": {"a": "b"}}');
    expect(JSON.stringify(escapeStrings(value))).toBe('{"__proto__":{"a":"b"}}');
  });
});
