import { describe, expect, it } from '@jest/globals';
import { rangeText } from '../../../src/lib/diagnosis/host-work.js';

describe('rangeText', () => {
  it('quotes a short text and cuts a long one', () => {
    expect(rangeText({ name: 'load_batch', ns: 1 })).toBe('`load_batch`');
    expect(rangeText({ name: 'x'.repeat(80), ns: 1 })).toBe(`\`${'x'.repeat(80)}\``);
    expect(rangeText({ name: 'x'.repeat(81), ns: 1 })).toBe(`\`${'x'.repeat(79)}…\``);
  });

  it('cuts no character in two', () => {
    expect(rangeText({ name: `${'x'.repeat(78)}🚀🚀`, ns: 1 })).toBe(`\`${'x'.repeat(78)}…\``);
  });
});
