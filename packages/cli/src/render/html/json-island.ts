/** What could end a script element, open a comment, or end a line of JavaScript. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/** Data as JSON that is harmless within a script element of any type; reads back to the same data. */
export function jsonIsland(data: unknown): string {
  return JSON.stringify(data).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
