import { describe, expect, it } from '@jest/globals';
import { BadValues } from '../../src/load/bad-values.js';
import { NarrowColumnError } from '../../src/load/errors.js';
import { IdIndex } from '../../src/load/id-index.js';
import { ShapeIndex } from '../../src/load/shape-index.js';

describe('IdIndex', () => {
  it('numbers ids in order of first sight, whatever their size', () => {
    const index = new IdIndex('t.c', 100, new BadValues());
    const ids = [5, 0, 5, 16_384, 2 ** 53 - 1, -3, 16_384, -3];
    expect(ids.map((id) => index.of(id))).toEqual([0, 1, 0, 2, 3, 4, 2, 4]);
    expect(index.ids).toEqual([5, 0, 16_384, 2 ** 53 - 1, -3]);
  });

  it('has one entry for all that is no id, and counts what is not null', () => {
    const bad = new BadValues();
    const index = new IdIndex('t.c', 100, bad);
    expect([null, 'x', 1.5, 2 ** 53, Buffer.of(1)].map((value) => index.of(value))).toEqual([0, 0, 0, 0, 0]);
    expect(index.ids).toEqual([Number.NaN]);
    expect([...bad.counts]).toEqual([['t.c', 4]]);
  });

  it('says when there are more than fit', () => {
    const index = new IdIndex('t.c', 2, new BadValues());
    index.of(1);
    index.of(2);
    expect(() => index.of(3)).toThrow(NarrowColumnError);
  });
});

describe('ShapeIndex', () => {
  it('never takes two shapes for one', () => {
    const index = new ShapeIndex(1_000_000);
    const seen = new Map<string, number>();
    // 40 * 40 * 4 shapes: the tables grow several times on the way.
    for (let round = 0; round < 2; round += 1)
      for (let x = 0; x < 40; x += 1)
        for (let grid = 0; grid < 40; grid += 1)
          for (let lds = -1; lds < 3; lds += 1) {
            const key = `${x},${grid},${lds}`;
            const at = index.of(x, 1, 1, grid * 2 ** 33, 1, 1, lds, 0);
            expect(seen.get(key) ?? at).toBe(at);
            seen.set(key, at);
          }
    expect(new Set(seen.values()).size).toBe(6400);
    expect(index.count).toBe(6400);
  });
});
