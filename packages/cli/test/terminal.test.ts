import { describe, expect, it } from '@jest/globals';
import { canRewriteLines, hasColors, isUnicodeTerminal, textWidth } from '../src/terminal.js';
import { MemoryStream } from './fixtures/memory-io.js';

const terminal = new MemoryStream(true);
const pipe = new MemoryStream(false);

describe('textWidth', () => {
  it.each([
    [new MemoryStream(true, 40), 80],
    [new MemoryStream(true, 95), 95],
    [new MemoryStream(true, 300), 100],
    [new MemoryStream(true, 0), 92],
    [pipe, 92],
  ])('%#: %p', (stream, width) => {
    expect(textWidth(stream)).toBe(width);
  });
});

describe('isUnicodeTerminal', () => {
  it.each([
    [{ LANG: 'en_US.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ LANG: 'C' }, false],
    [{ LANG: 'de_DE.ISO-8859-1' }, false],
    [{ LANG: 'C', LC_ALL: 'en_US.UTF-8' }, true],
    [{ LANG: 'en_US.UTF-8', LC_CTYPE: 'POSIX' }, false],
    [{ LANG: 'en_US.UTF-8', LC_ALL: '' }, true],
    [{}, true],
  ])('%p is %p', (env, expected) => {
    expect(isUnicodeTerminal({ env, platform: 'linux' })).toBe(expected);
  });

  it('holds on Windows whatever the variables say', () => {
    expect(isUnicodeTerminal({ env: { LANG: 'C' }, platform: 'win32' })).toBe(true);
  });
});

describe('hasColors', () => {
  it('follows the flag before all', () => {
    expect(hasColors(terminal, {}, 'never')).toBe(false);
    expect(hasColors(pipe, { NO_COLOR: '1' }, 'always')).toBe(true);
  });

  it.each([
    [terminal, {}, true],
    [pipe, {}, false],
    [terminal, { NO_COLOR: '1' }, false],
    [terminal, { NO_COLOR: '' }, true],
    [terminal, { TERM: 'dumb' }, false],
    [pipe, { FORCE_COLOR: '1' }, true],
    [terminal, { FORCE_COLOR: '0' }, false],
    [pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('%#', (stream, env, expected) => {
    expect(hasColors(stream, env, 'auto')).toBe(expected);
  });
});

describe('canRewriteLines', () => {
  it('needs a terminal that is neither dumb nor a CI log', () => {
    expect(canRewriteLines(terminal, {})).toBe(true);
    expect(canRewriteLines(pipe, {})).toBe(false);
    expect(canRewriteLines(terminal, { CI: 'true' })).toBe(false);
    expect(canRewriteLines(terminal, { TERM: 'dumb' })).toBe(false);
  });
});
