/** Distinct numbers in rising order, and the place of each. */
export function sortedNumbers(values: Iterable<number>): { values: number[]; indexOf: ReadonlyMap<number, number> } {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  return { values: sorted, indexOf: new Map(sorted.map((value, index) => [value, index])) };
}
