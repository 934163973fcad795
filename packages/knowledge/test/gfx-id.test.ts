import { describe, expect, it } from '@jest/globals';
import { isInGfxGroup, normalizeGfxId } from '../src/index.js';

describe('normalizeGfxId', () => {
  it('cuts target features and ignores case and blanks', () => {
    expect(normalizeGfxId(' GFX942:sramecc+:xnack- ')).toBe('gfx942');
  });
});

describe('isInGfxGroup', () => {
  it('knows ids, families, generations and all', () => {
    expect(isInGfxGroup('gfx908 gfx90a', 'gfx90a:xnack+')).toBe(true);
    expect(isInGfxGroup('gfx94x', 'gfx941')).toBe(true);
    expect(isInGfxGroup('gfx9', 'gfx90a')).toBe(true);
    expect(isInGfxGroup('gfx10 gfx11', 'gfx1151')).toBe(true);
    expect(isInGfxGroup('all', 'anything')).toBe(true);
  });

  it('does not take a family for another, or a longer id for a shorter one', () => {
    expect(isInGfxGroup('gfx94x', 'gfx950')).toBe(false);
    expect(isInGfxGroup('gfx11', 'gfx1201')).toBe(false);
    expect(isInGfxGroup('gfx9', 'gfx90')).toBe(false);
    expect(isInGfxGroup('gfx942', 'gfx94')).toBe(false);
  });
});
