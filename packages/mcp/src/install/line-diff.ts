/** Lines that differ between two texts, `-` and `+` in front, with up to two equal lines around them. */
export function lineDiff(before: string, after: string): string {
  const old = before === '' ? [] : before.split('\n');
  const next = after.split('\n');
  let head = 0;
  while (head < old.length && head < next.length && old[head] === next[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < next.length - head &&
    old[old.length - 1 - tail] === next[next.length - 1 - tail]
  )
    tail++;
  const around = 2;
  return [
    ...next.slice(Math.max(0, head - around), head).map((line) => `  ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...next.slice(head, next.length - tail).map((line) => `+ ${line}`),
    ...next.slice(next.length - tail, next.length - tail + around).map((line) => `  ${line}`),
  ].join('\n');
}
