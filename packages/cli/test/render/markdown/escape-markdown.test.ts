import { describe, expect, it } from '@jest/globals';
import { codeSpan, escapeCell, escapeMarkdown } from '../../../src/render/markdown/escape-markdown.js';

describe('escapeMarkdown', () => {
  it.each([
    ['a | b', 'a \\| b'],
    ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)\\>'],
    ['# heading', '\\# heading'],
    ['- entry', '\\- entry'],
    ['1. entry', '1\\. entry'],
    ['30.4% of 2', '30.4% of 2'],
    ['=====', '\\====='],
    ['*bold* _it_ hip_api_call ~x~', '\\*bold\\* \\_it\\_ hip_api_call \\~x\\~'],
    ['[x](y) &lt; `c` \\n', '\\[x\\](y) \\&lt; \\`c\\` \\\\n'],
    ['ask @team or https://x.example', 'ask `@team` or `https://x.example`'],
  ])('%p is %p', (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected);
  });
});

describe('codeSpan', () => {
  it('has a fence longer than any run of backticks, and space where the text begins or ends with one', () => {
    expect(codeSpan('a``b')).toBe('```a``b```');
    expect(codeSpan('`a')).toBe('`` `a ``');
  });
});

describe('escapeCell', () => {
  it('keeps | from ending the cell, in names and in words', () => {
    expect(escapeCell('k<a|b>', true)).toBe('`k<a\\|b>`');
    expect(escapeCell('a\\|b', true)).toBe('`a\\ \\|b`');
    expect(escapeCell('@x|y', false)).toBe('`@x\\|y`');
  });
});
