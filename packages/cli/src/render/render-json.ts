import { escapeJson } from './escape-json.js';

/** A report or a proof as JSON, two spaces deep. Reads back to exactly the same; hidden characters are written as `\uXXXX`. */
export function renderJson(value: object): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}
