import { describe, expect, it } from '@jest/globals';
import { allowedPragmas, pragma, pragmas } from '../src/index.js';

describe('pragmas', () => {
  it('PR-6 allow exactly three of ten', () => {
    expect(pragmas()).toHaveLength(10);
    expect(allowedPragmas().map((entry) => entry.pragma)).toEqual([
      'clang_loop_unroll_full',
      'clang_loop_unroll_count',
      'clang_loop_unroll_disable',
    ]);
  });

  it('give the factors to try', () => {
    expect(pragma('clang_loop_unroll_count').factor_sweep).toEqual([2, 4, 8]);
    expect(pragma('clang_loop_unroll_full').factor_sweep).toEqual([]);
  });

  it('throw the known names for any other', () => {
    expect(() => pragma('clang_loop_magic')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_ID', message: expect.stringContaining('clang_loop_unroll_full') }),
    );
  });
});
