/**
 * Moves the value of rank `rank` (0 is the smallest) of values[from, to) to its place: smaller or equal ones before it,
 * larger or equal ones after it. Returns it. Quickselect with Hoare's partition around the median of three, linear on
 * average; a range that does not shrink fast enough is sorted instead, so the worst case is n log n.
 *
 * Source: C. A. R. Hoare, "Algorithm 65: Find", CACM 4 (1961).
 */
export function selectInPlace(values: Float64Array, rank: number, from = 0, to = values.length): number {
  const place = from + rank;
  let low = from;
  let high = to - 1;
  let budget = 4 * Math.ceil(Math.log2(to - from + 1)) + 8;
  while (low < high) {
    if (budget-- === 0) {
      values.subarray(low, high + 1).sort();
      break;
    }
    const pivot = medianOfThree(values[low] ?? 0, values[(low + high) >>> 1] ?? 0, values[high] ?? 0);
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left++;
      while ((values[right] ?? 0) > pivot) right--;
      if (left > right) break;
      const swapped = values[left] ?? 0;
      values[left++] = values[right] ?? 0;
      values[right--] = swapped;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else break;
  }
  return values[place] ?? 0;
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
