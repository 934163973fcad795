/** A long text without its middle; never splits a character. Texts of at most `limit` code units stay as they are. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil((limit - 1) * 0.6);
  const tail = limit - 1 - head;
  return `${withoutHalf(text.slice(0, head))}…${withoutFirstHalf(text.slice(text.length - tail))}`;
}

function withoutHalf(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

function withoutFirstHalf(text: string): string {
  return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text;
}
