import { describe, expect, it } from '@jest/globals';
import { lookupFlags, lookupFlagsTool } from '../../../src/catalog/compiler/lookup-flags.js';
import { expectOverTheWire } from '../../support/expect-tool.js';

describe('lookupFlags', () => {
  it('filters by goal and class of kernels', () => {
    const flags = lookupFlags({ goal: 'math_throughput', kernel_class: 'compute' });
    expect(flags.map(({ flag }) => flag)).toEqual(['-ffast-math', '-fno-math-errno', '-freciprocal-math']);
    expect(flags[0]).toMatchObject({ category: 'fast_math', allowlist: true, risk: 'medium', arches: ['all'] });
    expect(flags[0]?.description).not.toBe('');
  });

  it('filters by architecture', () => {
    expect(lookupFlags({ goal: 'occupancy', arch: 'gfx1100' })).toEqual([]);
    expect(lookupFlags({ goal: 'occupancy', arch: 'gfx942' })).toHaveLength(1);
  });

  it('lists all allowed flags without a filter, and never a denied one', () => {
    const flags = lookupFlags();
    expect(flags).toHaveLength(10);
    expect(flags.every(({ allowlist }) => allowlist)).toBe(true);
  });

  it('returns copies', () => {
    lookupFlags()[0]?.goals?.push('mine');
    expect(lookupFlags()[0]?.goals).toEqual(['debug']);
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(lookupFlagsTool, { goal: 'debug', arch: null }, lookupFlags({ goal: 'debug' }));
  });
});
