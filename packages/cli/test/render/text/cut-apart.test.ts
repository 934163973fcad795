import { describe, expect, it } from '@jest/globals';
import { cutApart } from '../../../src/render/text/cut-apart.js';
import { cutMiddle } from '../../../src/render/text/cut-middle.js';
import { displayWidth } from '../../../src/render/text/display-width.js';

describe('cutApart', () => {
  it('cuts in the middle what stays different that way', () => {
    const texts = ['abcdefghijklm', 'xbcdefghijklm', 'short', 'short'];
    expect(cutApart(texts, 9, '…')).toEqual(texts.map((text) => cutMiddle(text, 9, '…')));
  });

  it('shows where texts differ that would look alike', () => {
    // Cut in the middle both are `gemm_a_…_d_WS64`. Two pieces of 14 / 2 - 1 = 6 columns: the beginning, and from 3
    // units before the first difference, unit 11, on
    expect(cutApart(['gemm_a_b_MT64_c_d_WS64', 'gemm_a_b_MT32_c_d_WS64', 'add'], 14, '…')).toEqual([
      'gemm_a…_MT64_…',
      'gemm_a…_MT32_…',
      'add',
    ]);
  });

  it('shows what follows the difference', () => {
    // Two pieces of 20 / 2 - 1 = 9 columns; 13 units follow the difference
    const texts = ['1', '2'].map((digit) => `kernel_${'x'.repeat(30)}_${digit}_zzzz_tail_of`);
    expect(cutApart(texts, 20, '…')).toEqual(['kernel_xx…xx_1_zzzz…', 'kernel_xx…xx_2_zzzz…']);
  });

  it('tells apart more than two that differ at several places', () => {
    const texts = ['11', '12', '21', '22'].map(
      ([first, second]) => `${'p'.repeat(30)}${first}${'q'.repeat(30)}${second}${'r'.repeat(30)}`,
    );
    const cut = cutApart(texts, 24, '…');
    // Three pieces of 24 / 3 - 1 = 7 columns
    expect(cut).toEqual(
      ['1', '2'].flatMap((first) => ['1', '2'].map((second) => `ppppppp…ppp${first}qqq…qqq${second}rrr…`)),
    );
    for (const text of cut) expect(displayWidth(text)).toBeLessThanOrEqual(24);
  });

  it('tells apart what looks alike only once it was told apart from others', () => {
    // Ends 1 and 2 part the four into two pairs; in each pair x and y differ, in the same place
    const texts = ['x1', 'y1', 'x2', 'y2'].map(
      ([middle, end]) => `${'p'.repeat(30)}${middle}${'q'.repeat(30)}${end}rrrr`,
    );
    expect(new Set(texts.map((text) => cutMiddle(text, 24, '…'))).size).toBe(2);
    expect(new Set(cutApart(texts, 24, '…')).size).toBe(4);
  });

  it('stays within the width under wide characters and escapes', () => {
    const texts = ['日', '本', '\\x1b'].map((unit) => `${'語'.repeat(20)}${unit}${'語'.repeat(20)}`);
    const cut = cutApart(texts, 20, '…');
    expect(new Set(cut).size).toBe(3);
    for (const text of cut) expect(displayWidth(text)).toBeLessThanOrEqual(20);
  });

  it('gives up where texts differ beyond what a reader could find', () => {
    const texts = ['1', '2'].map((digit) => `${'x'.repeat(20_000)}${digit}${'x'.repeat(20_000)}`);
    expect(cutApart(texts, 20, '…')).toEqual(texts.map((text) => cutMiddle(text, 20, '…')));
  });
});
