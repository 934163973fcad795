/**
 * Characters that do not show, or that change how other text shows: C0 and C1 controls, every format character of
 * Unicode (zero-width characters, directional marks and overrides, word joiners, the byte order mark, soft hyphens, tags
 * that spell hidden words), separators of lines and paragraphs, variation selectors. Tab and line feed are text.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\u2028\u2029\u2060-\u2069\ufe00-\ufe0f\u{e0000}-\u{e0fff}]/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Most texts of an answer: nothing to look for in them. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** Characters of a text at most, as counted by JavaScript; of what is longer the middle is left out, as `…`. */
export const MAX_TEXT = 512;
/** The same where an answer is too large even so. */
export const SHORT_TEXT = 96;
/** Share of what is kept that comes from the end: names of templates begin alike and end apart. */
const KEPT_END = 0.25;

/** Text without hidden characters; with a limit it has at most that many characters. */
export function cleanText(text: string, limit: number | null): string {
  const clean = PLAIN.test(text) ? text : text.replace(HIDDEN, '').replace(LONE_SURROGATE, '\ufffd');
  if (limit === null || clean.length <= limit) return clean;
  const tail = Math.floor(limit * KEPT_END);
  // No character is cut in two.
  const head = clean.slice(0, limit - 1 - tail).replace(/[\ud800-\udbff]$/, '');
  return `${head}…${clean.slice(clean.length - tail).replace(/^[\udc00-\udfff]/, '')}`;
}

/** A name as answers show it: on one line. */
export function cleanName(name: string, limit: number | null): string {
  return cleanText(/[\t\n]/.test(name) ? name.replace(/[\t\n]+/g, ' ') : name, limit);
}
