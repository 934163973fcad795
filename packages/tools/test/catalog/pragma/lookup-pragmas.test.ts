import { describe, expect, it } from '@jest/globals';
import { lookupPragmas, lookupPragmasTool } from '../../../src/catalog/pragma/lookup-pragmas.js';
import { expectOverTheWire } from '../../support/expect-tool.js';

describe('lookupPragmas', () => {
  it('PR-6: exactly the three allowed ones', () => {
    expect(lookupPragmas().map((entry) => [entry.pragma, entry.factor_sweep])).toEqual([
      ['clang_loop_unroll_full', []],
      ['clang_loop_unroll_count', [2, 4, 8]],
      ['clang_loop_unroll_disable', []],
    ]);
    expect(lookupPragmas()[1]?.syntax).toBe('#pragma clang loop unroll_count(N)');
  });

  it('lists the rejected ones with the reason', () => {
    const all = lookupPragmas({ gpu_only: false });
    expect(all.length).toBeGreaterThanOrEqual(10);
    const rejected = all.filter(({ allowlist }) => !allowlist);
    expect(rejected.every(({ syntax, description }) => syntax === null && description !== '')).toBe(true);
  });

  it('returns copies', () => {
    lookupPragmas()[1]?.factor_sweep.push(64);
    expect(lookupPragmas()[1]?.factor_sweep).toEqual([2, 4, 8]);
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(lookupPragmasTool, {}, lookupPragmas({ gpu_only: true }));
  });
});
