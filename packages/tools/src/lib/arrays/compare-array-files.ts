import { compareText } from '../text/compare-text.js';
import { compareArrays } from './compare-arrays.js';
import { parseNpy } from './parse-npy.js';
import type { NpyOptions } from './parse-npy.js';
import { readZip } from './read-zip.js';

/** What comparing two files of arrays found. */
export interface ArrayFilesResult {
  readonly match: boolean;
  readonly reason: string;
  /** Largest finite |a - b|; null when nothing was subtracted. */
  readonly maxAbsDiff: number | null;
  /** Elements outside the tolerance; null when elements were not compared. */
  readonly mismatchCount: number | null;
  /** The first array of an archive that does not agree, by name; null when all do or there is one only. */
  readonly member: string | null;
}

/** The result, or why the files cannot be read as arrays. */
export type ArrayFilesComparison = { readonly result: ArrayFilesResult } | { readonly problem: string };

/** How to compare. */
export interface CompareOptions extends NpyOptions {
  readonly tolerance: number;
  /** Unpacked size of an archive that is not exceeded. */
  readonly maxBytes: number;
}

/** Two `.npy` files, element by element (`compareArrays`). */
export function compareNpyFiles(
  baseline: Uint8Array,
  candidate: Uint8Array,
  options: CompareOptions,
): ArrayFilesComparison {
  const left = parseNpy(baseline, options);
  if ('problem' in left) return { problem: `the baseline ${left.problem}` };
  const right = parseNpy(candidate, options);
  if ('problem' in right) return { problem: `the new file ${right.problem}` };
  const comparison = compareArrays(left.array, right.array, options.tolerance);
  if ('problem' in comparison)
    return {
      result: { match: false, reason: comparison.problem, maxAbsDiff: null, mismatchCount: null, member: null },
    };
  const { maxAbsDiff, mismatchCount, elementCount } = comparison.difference;
  const match = mismatchCount === 0;
  const reason = match
    ? `All ${elementCount} elements are within the tolerance.`
    : `${mismatchCount} of ${elementCount} elements are outside the tolerance.`;
  return { result: { match, reason, maxAbsDiff, mismatchCount, member: null } };
}

/** Two `.npz` archives: the same names, and under each name arrays that agree. Figures are over all arrays. */
export function compareNpzFiles(
  baseline: Uint8Array,
  candidate: Uint8Array,
  options: CompareOptions,
): ArrayFilesComparison {
  const left = readZip(baseline, options.maxBytes);
  if ('problem' in left) return { problem: `the baseline ${left.problem}` };
  const right = readZip(candidate, options.maxBytes);
  if ('problem' in right) return { problem: `the new file ${right.problem}` };
  const names = [...new Set([...left.members.keys(), ...right.members.keys()])].sort(compareText);

  let bad: { readonly name: string; readonly reason: string } | null = null;
  let maxAbsDiff: number | null = null;
  let mismatchCount: number | null = null;
  for (const name of names) {
    const baselineArray = left.members.get(name);
    const candidateArray = right.members.get(name);
    if (baselineArray === undefined || candidateArray === undefined) {
      const reason = `An array is only in the ${baselineArray === undefined ? 'new file' : 'baseline'}.`;
      bad ??= { name, reason };
      continue;
    }
    const comparison = compareNpyFiles(baselineArray, candidateArray, options);
    if ('problem' in comparison) return { problem: `an array of ${comparison.problem}` };
    const { result } = comparison;
    if (!result.match) bad ??= { name, reason: result.reason };
    if (result.maxAbsDiff !== null) maxAbsDiff = Math.max(maxAbsDiff ?? 0, result.maxAbsDiff);
    if (result.mismatchCount !== null) mismatchCount = (mismatchCount ?? 0) + result.mismatchCount;
  }
  const reason = bad?.reason ?? `All elements of ${names.length} arrays are within the tolerance.`;
  return { result: { match: bad === null, reason, maxAbsDiff, mismatchCount, member: bad?.name ?? null } };
}
