import { describe, expect, it } from '@jest/globals';
import { splitCommandLine } from '../../../src/lib/text/split-command-line.js';
import { errorOf } from '../../support/expect-tool.js';

describe('splitCommandLine', () => {
  it.each([
    ['a  b\tc\nd', ['a', 'b', 'c', 'd']],
    ["a 'b c' d", ['a', 'b c', 'd']],
    ['a "b \\"c\\" \\d"', ['a', 'b "c" \\d']],
    ['x\'y\'"z"', ['xyz']],
    ["''", ['']],
    ['a\\ b', ['a b']],
    ['a \\\n b', ['a', '', 'b']],
    ["'it'\\''s'", ["it's"]],
    ['$(rm -rf /) ; `id`', ['$(rm', '-rf', '/)', ';', '`id`']],
    ['', []],
  ] as const)('%j', (line, words) => {
    expect(splitCommandLine(line, 'cmd')).toEqual(words);
  });

  it.each(["a 'b", 'a "b', 'a\\'])('refuses %j', (line) => {
    expect(errorOf(() => splitCommandLine(line, 'cmd')).code).toBe('INVALID_ARGUMENT');
  });
});
