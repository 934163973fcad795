/**
 * Index of the `>` that closes the `<` at `open` in a C++ name; comparisons and arrows stand in parentheses or are no
 * brackets. The last index if it never closes.
 */
export function closingBracket(text: string, open: number): number {
  let angles = 0;
  let parentheses = 0;
  for (let at = open; at < text.length; at++) {
    const character = text[at];
    if (character === '(') parentheses++;
    else if (character === ')') parentheses--;
    else if (parentheses > 0) continue;
    else if (character === '<') angles++;
    else if (character === '>' && !isArrow(text, at) && --angles === 0) return at;
  }
  return text.length - 1;
}

/** Whether the character at `at` is the end of `->`. */
export function isArrow(text: string, at: number): boolean {
  return text[at] === '>' && text[at - 1] === '-';
}
