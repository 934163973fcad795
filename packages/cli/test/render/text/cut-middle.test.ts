import { describe, expect, it } from '@jest/globals';
import { cutMiddle } from '../../../src/render/text/cut-middle.js';
import { displayWidth } from '../../../src/render/text/display-width.js';

describe('cutMiddle', () => {
  it('leaves what fits', () => {
    expect(cutMiddle('gemm', 4, '…')).toBe('gemm');
  });

  it('keeps both ends', () => {
    // 9 columns without the ellipsis: 5 of the head, 4 of the tail
    expect(cutMiddle('abcdefghijklmnopqrstuvwxyz', 10, '…')).toBe('abcde…wxyz');
  });

  it('counts wide characters twice and never halves one', () => {
    const cut = cutMiddle('日本語日本語日本語', 10, '…');
    expect(cut).toBe('日本…本語');
    expect(displayWidth(cut)).toBe(9);
  });

  it('cuts no visible escape, no surrogate pair and no accent from its letter', () => {
    expect(cutMiddle('\\x1b\\x1b\\x1b\\x1b', 10, '…')).toBe('\\x1b…\\x1b');
    // The head would get 6 columns, too few for an escape of 8: all 12 go to the tail
    expect(cutMiddle('\\u{202e}abcdefghijk\\u{202e}', 13, '…')).toBe('…hijk\\u{202e}');
    // 3 columns for the head hold one, the 4 that are left hold two
    expect(cutMiddle('😀😀😀😀😀', 7, '…')).toBe('😀…😀😀');
    expect(cutMiddle('e\u0301'.repeat(10), 5, '…')).toBe('e\u0301e\u0301…e\u0301e\u0301');
  });

  it('is quick for names of any length', () => {
    const cut = cutMiddle('n'.repeat(5_000_000), 30, '…');
    expect(displayWidth(cut)).toBe(30);
  });

  it('takes an ellipsis of several characters', () => {
    expect(cutMiddle('abcdefghijklmnop', 9, '...')).toBe('abc...nop');
  });
});
