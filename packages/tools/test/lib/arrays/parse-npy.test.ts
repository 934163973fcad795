import { describe, expect, it } from '@jest/globals';
import { parseNpy } from '../../../src/lib/arrays/parse-npy.js';
import type { NpyOptions } from '../../../src/lib/arrays/parse-npy.js';
import { npy, npyOfHeader } from '../../support/numpy-files.js';

function valuesOf(bytes: Uint8Array, options?: NpyOptions): (number | bigint)[] {
  const parsed = parseNpy(bytes, options);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return Array.from<number | bigint>(parsed.array.values);
}

describe('parseNpy', () => {
  it('reads every little-endian type', () => {
    expect(valuesOf(npy('<f4', [2], Float32Array.of(1.5, -2)))).toEqual([1.5, -2]);
    expect(valuesOf(npy('<f8', [2], Float64Array.of(0.1, Infinity)))).toEqual([0.1, Infinity]);
    expect(valuesOf(npy('|b1', [2], Uint8Array.of(0, 1)))).toEqual([0, 1]);
    expect(valuesOf(npy('|i1', [1], Int8Array.of(-3)))).toEqual([-3]);
    expect(valuesOf(npy('|u1', [1], Uint8Array.of(200)))).toEqual([200]);
    expect(valuesOf(npy('<i2', [1], Int16Array.of(-300)))).toEqual([-300]);
    expect(valuesOf(npy('<u2', [1], Uint16Array.of(60_000)))).toEqual([60_000]);
    expect(valuesOf(npy('<i4', [1], Int32Array.of(-70_000)))).toEqual([-70_000]);
    expect(valuesOf(npy('<u4', [1], Uint32Array.of(4e9)))).toEqual([4e9]);
    expect(valuesOf(npy('<i8', [1], BigInt64Array.of(-(2n ** 60n))))).toEqual([-(2n ** 60n)]);
    expect(valuesOf(npy('<u8', [1], BigUint64Array.of(2n ** 63n)))).toEqual([2n ** 63n]);
  });

  it('reads half floats: normal, subnormal, largest, infinite, not a number', () => {
    // sign exponent fraction: 1.0 = 0 01111 0..., 2^-24 = 0 00000 0...01, 65504 = 0 11110 1..., -inf = 1 11111 0
    const bits = Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7bff, 0xfc00, 0x7e00, 0x8000, 0x3555);
    const [one, two, least, most, infinite, nan, zero, third] = valuesOf(npy('<f2', [8], bits));
    expect([one, two, least, most, infinite, nan]).toEqual([1, -2, 2 ** -24, 65_504, -Infinity, NaN]);
    expect(Object.is(zero, -0)).toBe(true);
    // 0x3555: exponent 13 - 15 = -2, fraction 0x155 = 341: 2^-2 * (1 + 341/1024)
    expect(third).toBe(0.25 * (1 + 341 / 1024));
  });

  it('reads bfloat16 as NumPy saves it, and in unsigned integers when told to', () => {
    // 1.0f is 0x3f800000, -2.0f is 0xc0000000: their upper halves
    const bits = Uint16Array.of(0x3f80, 0xc000);
    for (const dtype of ['<V2', '|V2']) expect(valuesOf(npy(dtype, [2], bits))).toEqual([1, -2]);
    expect(valuesOf(npy('<u2', [2], bits), { isUint16Bfloat16: true })).toEqual([1, -2]);
    expect(valuesOf(npy('<u2', [2], bits))).toEqual([0x3f80, 0xc000]);
  });

  it('reads shapes of any number of dimensions, storage by columns, and headers of version 2', () => {
    const data = Float32Array.of(1, 2, 3, 4, 5, 6);
    expect(parseNpy(npy('<f4', [2, 3], data, true))).toMatchObject({
      array: { dtype: '<f4', shape: [2, 3], isFortranOrder: true },
    });
    const scalar = parseNpy(npyOfHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", data.slice(0, 1)));
    expect(scalar).toMatchObject({ array: { shape: [] } });
    const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }";
    expect(valuesOf(npyOfHeader(header, data, 2))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(valuesOf(npy('<f4', [0, 3], new Float32Array(0)))).toEqual([]);
  });

  it.each([
    ['no array', Buffer.from('not an array, but text')],
    ['nothing', Buffer.alloc(0)],
    ['big-endian', npy('>f4', [1], Uint8Array.of(0, 0, 0, 0))],
    ['complex', npy('<c8', [1], Float32Array.of(1, 2))],
    ['a name of every object', npy('toString', [1], Float32Array.of(1))],
    ['a record', npyOfHeader("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", Float32Array.of(1))],
    ['too short', npy('<f4', [3], Float32Array.of(1, 2))],
    ['a shape that overflows', npy('<f4', [2 ** 40, 2 ** 40], Float32Array.of(1))],
    ['a negative length', npy('<f4', [-1], Float32Array.of(1))],
    ['a header beyond the end', npy('<f4', [1], Float32Array.of(1)).subarray(0, 40)],
    ['too many dimensions', npy('<f4', Array<number>(65).fill(1), Float32Array.of(1))],
  ])('has a problem with %s', (_name, bytes) => {
    expect(parseNpy(bytes)).toEqual({ problem: expect.any(String) });
  });
});
