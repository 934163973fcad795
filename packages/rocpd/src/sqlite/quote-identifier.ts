/**
 * A name as an SQL identifier: in double quotes, quotes doubled. Names that come from a file reach SQL text through this
 * function only, and only after they were found in `sqlite_master`.
 */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
