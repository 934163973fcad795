/**
 * Characters that do not show, or that change how other text shows: C0 and C1 controls, zero-width characters,
 * directional marks and overrides, word joiners, the byte order mark. Tab and line feed are text.
 */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Most texts of an answer: nothing to look for in them. */
const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** Characters of a text at most, as counted by JavaScript; what is longer ends in `…`. */
export const MAX_TEXT = 512;

/** Text without hidden characters; with a limit it has at most that many characters. */
export function cleanText(text: string, limit: number | null): string {
  const clean = PLAIN.test(text) ? text : text.replace(HIDDEN, '').replace(LONE_SURROGATE, '\ufffd');
  if (limit === null || clean.length <= limit) return clean;
  // No character is cut in two.
  return `${clean.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
