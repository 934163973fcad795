/** Order of two rows: negative, zero or positive. */
export type Compare = (a: number, b: number) => number;

/** Merges two sorted lists into `target`, which has room for both. Of equal entries those of `first` come first. */
export function mergeTwo(first: Uint32Array, second: Uint32Array, target: Uint32Array, compare: Compare): void {
  let left = 0;
  let right = 0;
  for (let at = 0; at < first.length + second.length; at += 1) {
    const a = first[left];
    const b = second[right];
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      target[at] = a ?? 0;
      left += 1;
    } else {
      target[at] = b;
      right += 1;
    }
  }
}

/** Sorts by merging the rising runs that the list has; stable, in n log(runs) steps. May sort in place. */
export function mergeSort(values: Uint32Array, compare: Compare): Uint32Array {
  let source = values;
  let ends = risingRuns(values, compare);
  let target: Uint32Array = new Uint32Array(ends.length > 1 ? values.length : 0);
  while (ends.length > 1) {
    const merged: number[] = [];
    let from = 0;
    for (let run = 0; run < ends.length; run += 2) {
      const middle = ends[run] ?? 0;
      const end = ends[run + 1] ?? middle;
      mergeTwo(source.subarray(from, middle), source.subarray(middle, end), target.subarray(from, end), compare);
      merged.push(end);
      from = end;
    }
    [source, target, ends] = [target, source, merged];
  }
  return source;
}

/** Where each rising run ends (exclusive). */
function risingRuns(values: Uint32Array, compare: Compare): number[] {
  const ends: number[] = [];
  for (let at = 1; at < values.length; at += 1) if (compare(values[at - 1] ?? 0, values[at] ?? 0) > 0) ends.push(at);
  ends.push(values.length);
  return ends;
}
