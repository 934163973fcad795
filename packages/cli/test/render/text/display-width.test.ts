import { describe, expect, it } from '@jest/globals';
import stringWidth from 'string-width';
import { displayWidth, padLeft, padRight } from '../../../src/render/text/display-width.js';

describe('displayWidth', () => {
  it('equals string-width, short cuts included', () => {
    for (const text of ['', 'abc', ' µ×–…≤█▓▒░·✗▲●\u00a0', '日本', 'e\u0301', '😀', '\x1b[1mbold\x1b[22m'])
      expect(displayWidth(text)).toBe(stringWidth(text));
  });

  it('pads by columns', () => {
    expect([padRight('日', 4), padLeft('日', 4), padLeft('abcde', 3)]).toEqual(['日  ', '  日', 'abcde']);
  });
});
