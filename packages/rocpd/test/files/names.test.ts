import { describe, expect, it } from '@jest/globals';
import { matchesWildcard } from '../../src/files/matches-wildcard.js';
import { readPackageFiles } from '../../src/files/package-index.js';
import { showName } from '../../src/files/show-name.js';

describe('showName', () => {
  it('escapes what a terminal or a reader could be misled by', () => {
    expect(showName('a\u001b[2J\r\nb\u202ec\u0000')).toBe('a\\u001b[2J\\u000d\\u000ab\\u202ec\\u0000');
    expect(showName('größe 1.db')).toBe('größe 1.db');
  });

  it('keeps the end of a long name', () => {
    const shown = showName(`${'x'.repeat(300)}.db`);
    expect([shown.length, shown.startsWith('...'), shown.endsWith('.db')]).toEqual([120, true, true]);
  });
});

describe('matchesWildcard', () => {
  it.each<[string, string, boolean]>([
    ['a.db', '*.db', true],
    ['a.db', '?.db', true],
    ['ab.db', '?.db', false],
    ['a.db', 'a*', true],
    ['rank12_results.db', '*_res*lts.db', true],
    ['a.b', 'a?b', true],
    ['a+b', 'a.b', false],
    ['', '*', true],
    ['x', '', false],
  ])('%s against %s: %s', (name, pattern, expected) => {
    expect(matchesWildcard(name, pattern)).toBe(expected);
  });

  it('ends soon on patterns that make backtracking explode', () => {
    expect(matchesWildcard('a'.repeat(250), `${'*a'.repeat(60)}b`)).toBe(false);
  });
});

describe('readPackageFiles', () => {
  const around = (files: string): string =>
    `rocprofiler-sdk:\n  rocpd:\n    rocpd_package_version: "1.0"\n    path: "."\n${files}`;

  it.each<[string, string[]]>([
    ['    files: one.db\n', ['one.db']],
    ['    files: [a.db, "b c.db", \'d.db\']\n', ['a.db', 'b c.db', 'd.db']],
    ['    files:\n      - a.db # first\n\n      # none\n      - "b.db"\n    other: 1\n', ['a.db', 'b.db']],
    ['    files: "*.db"\n', ['*.db']],
    ['    files:\n', []],
    ['', []],
  ])('%j lists %j', (files, expected) => {
    expect(readPackageFiles(around(files))).toEqual(expected);
  });

  it('takes no other YAML for a package', () => {
    expect(readPackageFiles('files: [a.db]\n')).toEqual([]);
  });
});
