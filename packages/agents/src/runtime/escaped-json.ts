/** JSON text in which everything beyond ASCII is an escape `\uXXXX`. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\u0000-\u007e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same value, the same text: compact JSON with sorted keys and nothing beyond ASCII. */
export function canonicalJson(value: unknown): string {
  return escapedJson(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
