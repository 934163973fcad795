import type { ArrayValues, NpyArray } from './parse-npy.js';

/** How far two arrays are apart. */
export interface ArrayDifference {
  /** Largest |a - b| over elements where it is finite; null without any. */
  readonly maxAbsDiff: number | null;
  /** Elements outside the tolerance. */
  readonly mismatchCount: number;
  readonly elementCount: number;
}

/** The comparison, or why the arrays cannot be compared element by element. */
export type ArrayComparison = { readonly difference: ArrayDifference } | { readonly problem: string };

/**
 * Compares two arrays of one shape and type: an element `a` of the new one agrees with `b` of the baseline when
 * |a - b| <= tolerance + tolerance * |b|. Equal infinities agree; an infinity agrees with nothing else, NaN with nothing.
 * Arrays stored by rows and by columns are compared by index, not by position. 64-bit integers are subtracted exactly.
 *
 * Source: numpy.allclose, with rtol = atol = tolerance and equal_nan false.
 */
export function compareArrays(baseline: NpyArray, candidate: NpyArray, tolerance: number): ArrayComparison {
  if (baseline.shape.join() !== candidate.shape.join())
    return { problem: `Shapes differ: (${baseline.shape.join(', ')}) and (${candidate.shape.join(', ')}).` };
  if (baseline.dtype !== candidate.dtype)
    return { problem: `Element types differ: ${baseline.dtype} and ${candidate.dtype}.` };
  const positionOf =
    baseline.isFortranOrder === candidate.isFortranOrder ? null : otherOrder(baseline.shape, baseline.isFortranOrder);
  return { difference: compareValues(baseline.values, candidate.values, tolerance, positionOf) };
}

function compareValues(
  baseline: ArrayValues,
  candidate: ArrayValues,
  tolerance: number,
  positions: Float64Array | null,
): ArrayDifference {
  let maxAbsDiff = -1;
  let mismatchCount = 0;
  for (let index = 0; index < baseline.length; index += 1) {
    const b = baseline[index] ?? NaN;
    const a = candidate[positions === null ? index : (positions[index] ?? 0)] ?? NaN;
    const diff = absoluteDifference(a, b);
    if (diff > maxAbsDiff && diff !== Infinity) maxAbsDiff = diff;
    if (diff !== 0 && !(diff !== Infinity && diff <= tolerance + tolerance * Math.abs(Number(b)))) mismatchCount += 1;
  }
  return { maxAbsDiff: maxAbsDiff < 0 ? null : maxAbsDiff, mismatchCount, elementCount: baseline.length };
}

/** |a - b|; 0 for equal infinities, NaN when one of them is NaN. */
function absoluteDifference(a: number | bigint, b: number | bigint): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return Number(a > b ? a - b : b - a);
  return a === b ? 0 : Math.abs(Number(a) - Number(b));
}

/** For every position in one storage order, the position of the same element in the other. */
function otherOrder(shape: readonly number[], isFromFortran: boolean): Float64Array {
  const dimensions = isFromFortran ? shape : [...shape].reverse();
  // `dimensions` has the fastest index first; in the other order the last of them is the fastest.
  const strides = dimensions.map((_, axis) =>
    dimensions.slice(axis + 1).reduce((product, length) => product * length, 1),
  );
  const count = dimensions.reduce((product, length) => product * length, 1);
  const positions = new Float64Array(count);
  const indexes = dimensions.map(() => 0);
  for (let position = 0, other = 0; position < count; position += 1) {
    positions[position] = other;
    for (let axis = 0; axis < dimensions.length; axis += 1) {
      const stride = strides[axis] ?? 0;
      const next = (indexes[axis] ?? 0) + 1;
      other += stride;
      indexes[axis] = next;
      if (next < (dimensions[axis] ?? 0)) break;
      other -= next * stride;
      indexes[axis] = 0;
    }
  }
  return positions;
}
