import { graphemes } from './graphemes.js';

/** Visible escapes as `escapeText` makes them, or runs of other text. */
const ESCAPE_OR_TEXT = /(\\(?:[nrt]|x[0-9a-f]{2}|u\{[0-9a-f]{1,6}\}))|([^\\]+|\\)/g;

const ASCII = /^[\x20-\x7e]*$/;

/** The pieces of an escaped text that may not be torn apart: visible escapes and user-perceived characters. */
export function displayUnits(text: string): string[] {
  const units: string[] = [];
  for (const [, escape, plain] of text.matchAll(ESCAPE_OR_TEXT)) {
    if (escape !== undefined) units.push(escape);
    else for (const unit of charactersOf(plain ?? '')) units.push(unit);
  }
  return units;
}

/** User-perceived characters; in ASCII each code unit is one, and no segmenter is needed. */
function charactersOf(text: string): Iterable<string> {
  return ASCII.test(text) ? text : graphemes(text);
}
