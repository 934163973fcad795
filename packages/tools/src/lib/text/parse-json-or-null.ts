/** The value of a JSON text; null for a text that is none, which no schema of an object takes. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown; // JSON.parse is typed any
  } catch {
    return null;
  }
}
