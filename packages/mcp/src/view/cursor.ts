/** Where a list goes on. */
export interface Cursor {
  /** Keys and indexes from the top of the payload to the list. */
  readonly path: readonly (string | number)[];
  /** Index of the first item wanted. */
  readonly offset: number;
}

/** A cursor as text: opaque to clients, and the same for the same place. */
export function encodeCursor({ path, offset }: Cursor): string {
  return Buffer.from(JSON.stringify([offset, ...path])).toString('base64url');
}

/** The place that a text stands for; null for a text that no answer of ours held. */
export function decodeCursor(text: string): Cursor | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed)) return null;
    const [offset, ...path] = parsed as readonly unknown[];
    if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0) return null;
    const isPath = path.every((step) => typeof step === 'string' || (Number.isSafeInteger(step) && Number(step) >= 0));
    // The steps were checked one by one; the cast only says so.
    return isPath ? { path: path as (string | number)[], offset } : null;
  } catch {
    return null;
  }
}
