/**
 * Walks over the brackets of a text that stand outside of JSON strings: calls `onWhole` with start and end of each `{...}` (with
 * `hasLists` also `[...]`) that is balanced and lies in no other one, and returns how many are still open at the end. Quotes
 * outside of all brackets are prose.
 */
export function scanJson(
  text: string,
  hasLists: boolean,
  onWhole: (start: number, end: number) => void = () => undefined,
): number {
  let depth = 0;
  let start = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (isInString) {
      if (sign === '\\') index += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = depth > 0;
    else if (sign === '{' || (hasLists && sign === '[')) {
      if (depth === 0) start = index;
      depth += 1;
    } else if (depth > 0 && (sign === '}' || (hasLists && sign === ']'))) {
      depth -= 1;
      if (depth === 0) onWhole(start, index + 1);
    }
  }
  return depth;
}
