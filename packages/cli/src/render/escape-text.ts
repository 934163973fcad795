/**
 * Characters that a terminal obeys instead of showing, or does not show at all: controls (C0, DEL, C1), format characters
 * (bidi overrides, joiners, tags), lone surrogates, line and paragraph separators, what Unicode calls ignorable, and noncharacters, which no HTML document
 * may hold. Classes: Unicode Standard Annex 44, General_Category, Default_Ignorable_Code_Point, Noncharacter_Code_Point.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
/** More than four marks on one letter are no writing system's; they climb over the lines above. */
const STACKED_MARKS = /(\p{M}{4})(\p{M}+)/gu;
/**
 * Texts of nothing but these are as they should be: ASCII, the letters and signs of Latin-1 without the soft hyphen, Greek
 * letters, dash and ellipsis. Compiling the classes above takes longer than drawing a report.
 */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff\u0391-\u03c9\u2013\u2026]*$/;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text of a trace as one line that shows every character: `\n`, `\x1b`, `\u{202e}` instead of a line break, an escape
 * or a bidi override. Text without such characters comes back unchanged; backslashes of the text stay as they are.
 */
export function escapeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(HIDDEN, escapeCharacter)
    .replace(STACKED_MARKS, (_all, kept: string, marks: string) => kept + [...marks].map(escapeCharacter).join(''));
}

/** One character as a visible escape: `\n`, `\x1b` below U+0100, else `\u{202e}`. */
export function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
