import { describe, expect, it } from '@jest/globals';
import { escapeText } from '../../src/render/escape-text.js';

describe('escapeText', () => {
  it('leaves visible text as it is, wide and accented characters included', () => {
    for (const text of ['gemm<float, 4>', 'größe µs', '日本語', 'a\\b', '👍']) expect(escapeText(text)).toBe(text);
  });

  it('shows line breaks, tabs and controls as escapes', () => {
    expect(escapeText('a\nb\r\tc\0d\x7f')).toBe('a\\nb\\r\\tc\\x00d\\x7f');
  });

  it('disarms terminal sequences of seven and eight bits', () => {
    expect(escapeText('\x1b[31mred\x9b0m')).toBe('\\x1b[31mred\\x9b0m');
  });

  it('shows bidi overrides, joiners, separators and tags', () => {
    expect(escapeText('a\u202eb\u2066c\u200dd\u2028e\u{e0041}f\ufefff')).toBe(
      'a\\u{202e}b\\u{2066}c\\u{200d}d\\u{2028}e\\u{e0041}f\\u{feff}f',
    );
  });

  it('shows the soft hyphen among letters of Latin-1', () => {
    expect(escapeText('größe …–µμ')).toBe('größe …–µμ');
    expect(escapeText('grö\u00adße\u0080')).toBe('grö\\xadße\\x80');
  });

  it('shows noncharacters', () => {
    expect(escapeText('a\uffffb\u{1fffe}')).toBe('a\\u{ffff}b\\u{1fffe}');
  });

  it('shows lone surrogates, keeps pairs', () => {
    expect(escapeText('x\ud800y😀')).toBe('x\\u{d800}y😀');
  });

  it('keeps four marks on a letter and shows the others', () => {
    expect(escapeText(`a${'\u0301'.repeat(6)}`)).toBe(`a${'\u0301'.repeat(4)}\\u{301}\\u{301}`);
  });
});
