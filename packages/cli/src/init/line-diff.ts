/** Lines of two short texts as a unified diff of one hunk: all lines, removed ones with `-`, new ones with `+`. */
export function lineDiff(before: string, after: string): string[] {
  const old = linesOf(before);
  const next = linesOf(after);
  // Longest common subsequence; texts are a few lines long.
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(next.length + 1).fill(0));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = next.length - 1; column >= 0; column--) {
      const own = common[row];
      if (own !== undefined)
        own[column] =
          old[row] === next[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const lines: string[] = [];
  for (let row = 0, column = 0; row < old.length || column < next.length;) {
    const isCommon = row < old.length && column < next.length && old[row] === next[column];
    if (isCommon) {
      lines.push(` ${old[row++] ?? ''}`);
      column++;
    } else if (row < old.length && (column >= next.length || at(row + 1, column) >= at(row, column + 1)))
      lines.push(`-${old[row++] ?? ''}`);
    else lines.push(`+${next[column++] ?? ''}`);
  }
  return [`@@ -1,${old.length} +1,${next.length} @@`, ...lines];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
