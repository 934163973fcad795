import { describe, expect, it } from '@jest/globals';
import { jsonWithoutCommands, withoutCommands } from '../../../src/render/ci/without-commands.js';

describe('withoutCommands', () => {
  it('breaks what a runner takes for a command, visibly', () => {
    expect(withoutCommands('a\n  ::add-mask::x\n::error::y\nns::f')).toBe(
      'a\n  :\\x3aadd-mask::x\n:\\x3aerror::y\nns::f',
    );
    expect(withoutCommands('see ##[group]x')).toBe('see #\\x23[group]x');
  });

  it('leaves JSON the same value', () => {
    const value = { name: '##[error]x', other: '::y' };
    const text = jsonWithoutCommands(JSON.stringify(value));
    expect(text).not.toContain('##[');
    expect(JSON.parse(text)).toEqual(value);
  });
});
