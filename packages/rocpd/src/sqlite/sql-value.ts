/** What SQLite may store in any column, whatever the column was declared as. Blobs arrive as byte arrays. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/** Text of a value; null where it is missing, a blob, or the empty text. Numbers become their decimal text. */
export function textOf(value: SqlValue | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return null;
}

/** A value as an exact whole number of JavaScript; null where it is missing, no number, fractional or beyond 2^53. */
export function integerOf(value: SqlValue | undefined): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== 'bigint') return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
}

/** `integerOf`, with negative numbers (which no count or size can be) as null. */
export function countOf(value: SqlValue | undefined): number | null {
  const number = integerOf(value);
  return number === null || number < 0 ? null : number;
}
