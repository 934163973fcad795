import { describe, expect, it } from '@jest/globals';
import { graphemes } from '../../../src/render/text/graphemes.js';

const whole = (text: string): string[] =>
  Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);

describe('graphemes', () => {
  it.each([
    ['', []],
    ['ab', ['a', 'b']],
    ['e\u0301x', ['e\u0301', 'x']],
    ['👩‍🔬🇩🇪🇫🇷', ['👩‍🔬', '🇩🇪', '🇫🇷']],
  ])('splits %j', (text, expected) => expect([...graphemes(text)]).toEqual(expected));

  it('tears nothing at the end of a window, wherever it falls', () => {
    // 512 code units are looked at at once: the characters behind the padding begin before and behind that end.
    for (let padding = 495; padding <= 515; padding++) {
      const text = `${'a'.repeat(padding)}👩‍🔬e\u0301\u0301🇩🇪🇫🇷한${'\u{1fa28}'.repeat(600)}`;
      expect([...graphemes(text)]).toEqual(whole(text));
    }
  });

  it('keeps every code unit of a character that is longer than a window', () => {
    const text = `e${'\u0301'.repeat(2000)}b`;
    expect([...graphemes(text)].join('')).toBe(text);
  });

  it('takes time in proportion to the length', () => {
    // A million characters at once would take the segmenter longer than any test may last.
    let count = 0;
    for (const character of graphemes('\u{1fa28}'.repeat(500_000))) count += character.length;
    expect(count).toBe(1_000_000);
  });
});
