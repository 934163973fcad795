/**
 * Whole numbers near the given ones that add up to `total`, which is whole and differs from their sum by little: all
 * are rounded down, and what is missing goes to the greatest remainders (of equal ones the first). Never below 0 for
 * a total that is not.
 */
export function roundToTotal(exact: readonly number[], total: number): number[] {
  const rounded = exact.map(Math.floor);
  const order = exact
    .map((value, place) => ({ place, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.place - b.place);
  let missing = total - rounded.reduce((sum, value) => sum + value, 0);
  for (const { place } of order) {
    if (missing <= 0) break;
    rounded[place] = (rounded[place] ?? 0) + 1;
    missing--;
  }
  const largest = rounded.indexOf(Math.max(...rounded));
  if (missing !== 0 && largest >= 0) rounded[largest] = (rounded[largest] ?? 0) + missing;
  return rounded;
}
