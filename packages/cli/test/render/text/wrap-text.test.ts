import { describe, expect, it } from '@jest/globals';
import { wrapCommand } from '../../../src/render/text/wrap-command.js';
import { wrapText } from '../../../src/render/text/wrap-text.js';

describe('wrapText', () => {
  it('breaks at spaces', () => {
    expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four']);
  });

  it('keeps a number and its unit together', () => {
    // "takes 21.2" would fit into 12 columns, "takes 21.2 ms" doesn't
    expect(wrapText('takes 21.2\u00a0ms here', 12)).toEqual(['takes', '21.2\u00a0ms here']);
  });

  it('breaks a word that is longer than a line', () => {
    expect(wrapText('ab abcdefghij', 4)).toEqual(['ab', 'abcd', 'efgh', 'ij']);
  });

  it('gives nothing for empty text', () => {
    expect(wrapText('', 10)).toEqual([]);
  });
});

describe('wrapCommand', () => {
  it('ends every line but the last in a backslash, within the width', () => {
    expect(wrapCommand('rocprofv3 --pmc A B -- ./app', 16)).toEqual(['rocprofv3 \\', '--pmc A B -- \\', './app']);
  });

  it('never breaks inside quotes', () => {
    expect(wrapCommand(`run --regex '^a b c d$' "x y"`, 12)).toEqual([
      'run \\',
      '--regex \\',
      `'^a b c d$' \\`,
      `"x y"`,
    ]);
  });

  it('keeps a command that fits on one line', () => {
    expect(wrapCommand('a b', 80)).toEqual(['a b']);
  });
});
