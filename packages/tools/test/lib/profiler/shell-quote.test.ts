import { describe, expect, it } from '@jest/globals';
import { shellQuote } from '../../../src/lib/profiler/shell-quote.js';

describe('shellQuote', () => {
  it('leaves plain words alone', () => {
    expect(shellQuote('./out/counters_pass1')).toBe('./out/counters_pass1');
  });

  it('quotes what a shell would read as its own', () => {
    expect(shellQuote('gemm<float>(int)')).toBe("'gemm<float>(int)'");
    expect(shellQuote('a; rm -rf $HOME')).toBe("'a; rm -rf $HOME'");
    expect(shellQuote('')).toBe("''");
  });

  it('closes and reopens the quotes around a single quote', () => {
    expect(shellQuote("a'b")).toBe(String.raw`'a'\''b'`);
  });

  it('replaces control characters', () => {
    expect(shellQuote('a\nb\u001b[31m')).toBe("'a?b?[31m'");
  });
});
