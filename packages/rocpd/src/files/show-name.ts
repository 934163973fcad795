const MAX_LENGTH = 120;

/**
 * A name of a file or table for a message: control characters, line and paragraph separators and text direction marks as
 * `\uXXXX`, at most 120 characters (the end is kept, because that tells files apart).
 */
export function showName(name: string): string {
  const shown = name.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g,
    (character) => {
      return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
    },
  );
  return shown.length <= MAX_LENGTH ? shown : `...${shown.slice(3 - MAX_LENGTH)}`;
}
