/** A row of one of several lists. */
export interface ListRow {
  readonly list: number;
  readonly row: number;
}

/**
 * The `limit` rows with the largest values, by value descending, then in order of list and row. Sorts the values as
 * numbers, which is cheap, to find the smallest that gets in, and then only the rows that do.
 */
export function longestRows(lists: readonly Float64Array[], limit: number): ListRow[] {
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
  let offset = 0;
  for (const list of lists) {
    all.set(list, offset);
    offset += list.length;
  }
  all.sort();
  const least = all[Math.max(0, all.length - limit)] ?? 0;
  const above: ListRow[] = [];
  const equal: ListRow[] = [];
  for (const [list, values] of lists.entries())
    for (let row = 0; row < values.length; row++) {
      const value = values[row] ?? 0;
      if (value > least) above.push({ list, row });
      else if (value === least && equal.length < limit) equal.push({ list, row });
    }
  const valueOf = ({ list, row }: ListRow): number => lists[list]?.[row] ?? 0;
  // Array sort is stable: equal values keep the order of list and row.
  return [...above.sort((a, b) => valueOf(b) - valueOf(a)), ...equal].slice(0, limit);
}
