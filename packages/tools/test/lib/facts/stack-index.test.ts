import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indexByStackId } from '../../../src/lib/facts/stack-index.js';

const PLAIN = new Uint8Array(100);

describe('indexByStackId', () => {
  it('finds rows of ids that are counted up, and none for 0 and for others', () => {
    const { rowOf } = indexByStackId(Uint32Array.of(5, 0, 7, 6), PLAIN);
    expect([5, 6, 7].map(rowOf)).toEqual([0, 3, 2]);
    expect([0, 4, 8, 1e12].map(rowOf)).toEqual([-1, -1, -1, -1]);
  });

  it('finds ids that are spread out or negative, which stand for ids beyond 2^53', () => {
    const { rowOf } = indexByStackId(Float64Array.of(1, 2 ** 52, -(2 ** 52), 2 ** 33, 2 ** 33 + 1), PLAIN);
    expect([1, 2 ** 52, -(2 ** 52), 2 ** 33, 2 ** 33 + 1].map(rowOf)).toEqual([0, 1, 2, 3, 4]);
    expect([0, 2, 2 ** 40].map(rowOf)).toEqual([-1, -1, -1]);
  });

  it('prefers priority, then the later row', () => {
    const { rowOf } = indexByStackId(Uint32Array.of(3, 3, 3, 4, 4), Uint8Array.of(1, 2, 0, 1, 1));
    expect([3, 4].map(rowOf)).toEqual([1, 4]);
  });

  it('has nothing to find without ids', () => {
    expect(indexByStackId(new Float64Array(3), PLAIN).rowOf(0)).toBe(-1);
    expect(indexByStackId(new Float64Array(0), PLAIN).rowOf(1)).toBe(-1);
  });

  it('equals a look-up from the end, dense or not', () => {
    const id = fc.oneof(fc.nat(20), fc.integer({ min: -(2 ** 50), max: 2 ** 50 }));
    fc.assert(
      fc.property(fc.array(id, { maxLength: 60 }), fc.array(id), (ids, asked) => {
        const { rowOf } = indexByStackId(Float64Array.from(ids), PLAIN);
        for (const wanted of [...ids, ...asked])
          expect(rowOf(wanted)).toBe(wanted === 0 ? -1 : ids.lastIndexOf(wanted));
      }),
    );
  });
});
