import { escapeJson } from '../escape-json.js';

/** What could end a script element or open a comment. */
const UNSAFE = /[<>&]/g;

/** Data as JSON that is harmless within a script element of any type; reads back to the same data. */
export function jsonIsland(data: unknown): string {
  return escapeJson(JSON.stringify(data)).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
