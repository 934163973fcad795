import { describe, expect, it } from '@jest/globals';
import { toAscii } from '../../../src/render/text/to-ascii.js';

describe('toAscii', () => {
  it('has an ASCII form for every mark of the report', () => {
    expect(toAscii('█▓▒░·')).toBe('#=+-.');
    expect(toAscii('✓ ✗ ▲ ●')).toBe('OK FAIL WARN NOTE');
    expect(toAscii('5 µs × 2 ≤ 3 … – ≈')).toBe('5 us x 2 <= 3 ... - ~');
  });

  it('escapes every other character outside ASCII', () => {
    expect(toAscii('größe 日 😀')).toBe('gr\\xf6\\xdfe \\u{65e5} \\u{1f600}');
  });

  it('leaves colour codes alone', () => {
    expect(toAscii('\x1b[1mx\x1b[22m')).toBe('\x1b[1mx\x1b[22m');
  });
});
