/** Names that need at most this many changes are worth suggesting, and at most a third of their length. */
const MOST_CHANGES = 4;

/** Up to three names that look like a misspelt one, the nearest first. Case does not count. */
export function nearestTerms(term: string, names: readonly string[]): string[] {
  const wanted = term.toLowerCase().slice(0, 100);
  return names
    .map((name) => ({ name, changes: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, changes }) => changes <= Math.min(MOST_CHANGES, Math.ceil(name.length / 3)))
    .sort((a, b) => a.changes - b.changes || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Levenshtein distance: letters to insert, delete or replace. */
function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > MOST_CHANGES) return MOST_CHANGES + 1;
  let previous = Array.from({ length: right.length + 1 }, (_value, at) => at);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let at = 1; at <= right.length; at++) {
      const replaced = (previous[at - 1] ?? 0) + (left.charAt(row - 1) === right.charAt(at - 1) ? 0 : 1);
      current.push(Math.min(replaced, (previous[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
