import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { verifyOutput, verifyOutputTool } from '../../../src/catalog/patch-mgr/verify-output.js';
import type { VerifyOutputInput } from '../../../src/catalog/patch-mgr/verify-output.js';
import { expectOverTheWire, rejectionOf } from '../../support/expect-tool.js';
import { npy, zip } from '../../support/numpy-files.js';
import { ProjectFolder } from '../../support/project-folder.js';

let project: ProjectFolder;
beforeEach(() => {
  project = new ProjectFolder();
});
afterEach(() => project.remove());

/** Compares two contents, written as `base<extension>` and `new<extension>`. */
function verify(
  extension: string,
  baseline: string | Uint8Array,
  candidate: string | Uint8Array,
  fields: Partial<VerifyOutputInput> = {},
) {
  project.write(`base${extension}`, baseline);
  project.write(`new${extension}`, candidate);
  const paths = { baseline_rel: `base${extension}`, new_rel: `new${extension}` };
  return verifyOutput({ project_root: project.root, ...paths, ...fields });
}
const f8 = (...values: number[]) => npy('<f8', [values.length], Float64Array.from(values));

describe('patch_mgr.verify_output, bytes', () => {
  it('equal bytes: true, bit_exact', async () => {
    expect(await verify('.txt', 'same', 'same')).toEqual({
      match: true,
      method: 'bit_exact',
      reason: 'The files are equal.',
      max_abs_diff: null,
      mismatch_count: null,
      member: null,
    });
    expect((await verify('.bin', '', '')).match).toBe(true);
  });

  it('names the first byte that differs, the end of the shorter file included', async () => {
    expect(await verify('.txt', 'abcd', 'abXd')).toMatchObject({
      match: false,
      reason: 'The files differ from byte 2.',
    });
    expect(await verify('.txt', 'abcd', 'ab')).toMatchObject({ match: false, reason: 'The files differ from byte 2.' });
    // 2.5 MiB, more than two of the chunks that are read at a time
    const long = Buffer.alloc(2_500_000, 'a');
    const other = Buffer.from(long);
    other[2_400_000] = 0;
    expect((await verify('.bin', long, long)).match).toBe(true);
    expect((await verify('.bin', long, other)).reason).toBe('The files differ from byte 2400000.');
  });

  it('compares bytes without a tolerance, and files that are no arrays', async () => {
    expect(await verify('.npy', f8(1, 2), f8(1, 2.0001))).toMatchObject({ match: false, method: 'bit_exact' });
    expect(await verify('.txt', 'a', 'a', { tolerance: 1 })).toMatchObject({ match: true, method: 'bit_exact' });
    const broken = await verify('.npy', 'no array', 'no array', { tolerance: 1 });
    expect(broken).toMatchObject({ match: true, method: 'bit_exact' });
    expect(broken.reason).toContain('the baseline is no NumPy array');
    expect(await verify('.npy', f8(1), 'no array', { tolerance: 1 })).toMatchObject({
      match: false,
      method: 'bit_exact',
    });
  });

  it('stays inside the project and wants files', async () => {
    project.write('a', 'x');
    fs.symlinkSync('/etc/passwd', project.at('link'));
    const error = (baseline: string, candidate: string) =>
      rejectionOf(verifyOutput({ project_root: project.root, baseline_rel: baseline, new_rel: candidate }));
    expect((await error('../a', 'a')).code).toBe('OUTSIDE_ROOT');
    expect((await error('a', 'link')).code).toBe('OUTSIDE_ROOT');
    expect((await error('a', 'none')).code).toBe('NOT_FOUND');
    expect((await error('.', 'a')).code).toBe('INVALID_ARGUMENT');
  });

  it('goes through JSON in both directions', async () => {
    project.write('a', 'x');
    const input = { project_root: project.root, baseline_rel: 'a', new_rel: 'a' };
    const bytes = { max_abs_diff: null, mismatch_count: null, member: null };
    const answer = { match: true, method: 'bit_exact', reason: 'The files are equal.', ...bytes };
    await expectOverTheWire(verifyOutputTool, input, answer);
  });

  it('refuses a tolerance below 0', async () => {
    expect((await rejectionOf(verify('.npy', f8(1), f8(1), { tolerance: -1 }))).code).toBe('INVALID_ARGUMENT');
  });
});

describe('patch_mgr.verify_output, .npy', () => {
  it('[1,2] vs [1,2.0001], tolerance 1e-3: true, np_allclose', async () => {
    const verdict = await verify('.npy', f8(1, 2), f8(1, 2.0001), { tolerance: 1e-3 });
    expect(verdict).toEqual({
      match: true,
      method: 'np_allclose',
      reason: 'All 2 elements are within the tolerance.',
      max_abs_diff: 2.0001 - 2,
      mismatch_count: 0,
      member: null,
    });
  });

  it('allows tolerance + tolerance * |baseline|, not more', async () => {
    // 0.5 + 0.5 * 2 = 1.5 from 2: 3.5 is the last that agrees; from 3.5 it is 0.5 + 1.75 = 2.25
    expect((await verify('.npy', f8(2), f8(3.5), { tolerance: 0.5 })).match).toBe(true);
    expect(await verify('.npy', f8(2, 2), f8(3.75, 2), { tolerance: 0.5 })).toMatchObject({
      match: false,
      reason: '1 of 2 elements are outside the tolerance.',
      max_abs_diff: 1.75,
      mismatch_count: 1,
    });
    expect((await verify('.npy', f8(3.75), f8(2), { tolerance: 0.5 })).match).toBe(true);
    expect((await verify('.npy', f8(1), f8(1), { tolerance: 0 })).match).toBe(true);
  });

  it('takes NaN for equal to nothing, an infinity for equal to itself', async () => {
    const nan = await verify('.npy', f8(NaN, 1), f8(NaN, 1), { tolerance: 1 });
    expect(nan).toMatchObject({ match: false, mismatch_count: 1, max_abs_diff: 0 });
    expect((await verify('.npy', f8(Infinity), f8(Infinity), { tolerance: 1 })).match).toBe(true);
    expect(await verify('.npy', f8(Infinity), f8(1), { tolerance: 1 })).toMatchObject({
      match: false,
      max_abs_diff: null,
    });
    expect((await verify('.npy', f8(Infinity), f8(-Infinity), { tolerance: 1 })).match).toBe(false);
  });

  it('wants one shape and one type', async () => {
    const flat = npy('<f4', [4], new Float32Array(4));
    const square = npy('<f4', [2, 2], new Float32Array(4));
    const wide = npy('<f8', [4], new Float64Array(4));
    expect(await verify('.npy', flat, square, { tolerance: 1 })).toMatchObject({
      match: false,
      method: 'np_allclose',
      reason: 'Shapes differ: (4) and (2, 2).',
      mismatch_count: null,
    });
    expect((await verify('.npy', flat, wide, { tolerance: 1 })).reason).toBe('Element types differ: <f4 and <f8.');
  });

  it('compares by index whatever the storage order', async () => {
    // [[[0,1,2,3],[4,..],[8,..]],[[12,..],...]] of shape (2,3,4): by rows, and by columns with the first index fastest
    const byRows = Float64Array.from({ length: 24 }, (_, index) => index);
    const byColumns = new Float64Array(24);
    for (let i = 0; i < 2; i += 1)
      for (let j = 0; j < 3; j += 1) for (let k = 0; k < 4; k += 1) byColumns[i + 2 * j + 6 * k] = 12 * i + 4 * j + k;
    const rows = npy('<f8', [2, 3, 4], byRows);
    const columns = npy('<f8', [2, 3, 4], byColumns, true);
    expect(await verify('.npy', rows, columns, { tolerance: 0 })).toMatchObject({ match: true, max_abs_diff: 0 });
    expect((await verify('.npy', columns, rows, { tolerance: 0 })).match).toBe(true);
    expect((await verify('.npy', rows, npy('<f8', [2, 3, 4], byRows, true), { tolerance: 0 })).match).toBe(false);
  });

  it('subtracts 64-bit integers exactly', async () => {
    // 2^60 and 2^60 + 1 are one double
    const big = (value: bigint) => npy('<i8', [1], BigInt64Array.of(value));
    const verdict = await verify('.npy', big(2n ** 60n), big(2n ** 60n + 1n), { tolerance: 0 });
    expect(verdict).toMatchObject({ match: false, max_abs_diff: 1, mismatch_count: 1 });
  });

  it('reads unsigned 16-bit integers as bfloat16 when told to', async () => {
    // 0x3f80 = 1, 0x3f81 = 1 + 2^-7
    const bits = (value: number) => npy('<u2', [1], Uint16Array.of(value));
    const verdict = await verify('.npy', bits(0x3f80), bits(0x3f81), { tolerance: 1e-3, uint16_is_bf16: true });
    expect(verdict).toMatchObject({ match: false, max_abs_diff: 2 ** -7 });
  });
});

describe.each([
  ['stored', false],
  ['deflated', true],
])('patch_mgr.verify_output, .npz %s', (_name, isDeflated) => {
  it('compares arrays by name, in whatever order they lie', async () => {
    const baseline = zip({ 'a.npy': f8(1, 2), 'b.npy': f8(3) }, isDeflated);
    const candidate = zip({ 'b.npy': f8(3), 'a.npy': f8(1, 2.0001) }, isDeflated);
    expect(await verify('.npz', baseline, candidate, { tolerance: 1e-3 })).toEqual({
      match: true,
      method: 'np_allclose',
      reason: 'All elements of 2 arrays are within the tolerance.',
      max_abs_diff: 2.0001 - 2,
      mismatch_count: 0,
      member: null,
    });
  });

  it('names the first array that does not agree', async () => {
    const baseline = zip({ 'a.npy': f8(1), 'b.npy': f8(1, 2), 'c.npy': f8(5) }, isDeflated);
    const candidate = zip({ 'a.npy': f8(1), 'b.npy': f8(4, 2), 'c.npy': f8(9) }, isDeflated);
    expect(await verify('.npz', baseline, candidate, { tolerance: 1e-3 })).toMatchObject({
      match: false,
      member: 'b.npy',
      reason: '1 of 2 elements are outside the tolerance.',
      max_abs_diff: 4,
      mismatch_count: 2,
    });
  });

  it('wants the same names', async () => {
    const baseline = zip({ 'a.npy': f8(1), 'b.npy': f8(1) }, isDeflated);
    const candidate = zip({ 'a.npy': f8(1), 'c.npy': f8(1) }, isDeflated);
    expect(await verify('.npz', baseline, candidate, { tolerance: 1 })).toMatchObject({
      match: false,
      member: 'b.npy',
      reason: 'An array is only in the baseline.',
    });
  });

  it('compares bytes where an archive cannot be read', async () => {
    const good = zip({ 'a.npy': f8(1, 2, 3) }, isDeflated);
    const cut = good.subarray(0, good.length - 30);
    const damaged = Buffer.from(good);
    damaged.fill(0xff, 40, 60);
    for (const bad of [cut, damaged, Buffer.from('PK'), zip({ 'a.npy': Buffer.from('text') }, isDeflated)])
      expect(await verify('.npz', good, bad, { tolerance: 1 })).toMatchObject({ match: false, method: 'bit_exact' });
  });
});

describe('patch_mgr.verify_output, archives that lie about their size', () => {
  it('unpacks no more than the directory says', async () => {
    const bomb = zip({ 'a.npy': Buffer.alloc(5_000_000) }, true);
    // The size in the directory: 24 bytes into the entry, which lies 22 + 46 + 5 bytes before the end
    bomb.writeUInt32LE(100, bomb.length - 22 - 51 + 24);
    const verdict = await verify('.npz', bomb, bomb, { tolerance: 1 });
    expect(verdict).toMatchObject({ match: true, method: 'bit_exact' });
    expect(verdict.reason).toContain('holds a damaged file');
  });

  it('refuses an archive that says it holds more than a gibibyte', async () => {
    const huge = zip({ 'a.npy': f8(1) });
    huge.writeUInt32LE(2 ** 31, huge.length - 22 - 51 + 24);
    expect((await verify('.npz', huge, huge, { tolerance: 1 })).reason).toContain('holds more than 1073741824 bytes');
  });
});
