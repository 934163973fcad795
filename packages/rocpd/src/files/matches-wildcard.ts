/** True if a name matches a pattern with `*` (any characters) and `?` (one character). Takes linear space, no backtracking beyond the last star. */
export function matchesWildcard(name: string, pattern: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < name.length) {
    const symbol = pattern[at];
    if (symbol === '*') {
      star = at;
      resume = index;
      at += 1;
    } else if (symbol !== undefined && (symbol === '?' || symbol === name[index])) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
