/** Characters that no POSIX shell gives a meaning inside a word. */
const PLAIN_WORD = /^[A-Za-z0-9_@%+=:,./-]+$/;

/**
 * A text as one word of a POSIX shell command line: as it is where that is safe, else in single quotes (`a'b` becomes
 * `'a'\''b'`). For command lines that a person copies; nothing of ours runs them through a shell.
 *
 * Control characters are replaced by `?`: a terminal or an editor would act on them before any shell sees the quotes.
 */
export function shellQuote(text: string): string {
  const printable = text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');
  return PLAIN_WORD.test(printable) ? printable : `'${printable.replaceAll("'", String.raw`'\''`)}'`;
}
