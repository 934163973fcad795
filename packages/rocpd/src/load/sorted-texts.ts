/** Texts as a sorted dictionary without repeats, and the place of each. */
export function sortedTexts(texts: Iterable<string>): { texts: string[]; indexOf: ReadonlyMap<string, number> } {
  const sorted = [...new Set(texts)].sort(compareTexts);
  return { texts: sorted, indexOf: new Map(sorted.map((text, index) => [text, index])) };
}

/** Order by UTF-16 code units: the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
