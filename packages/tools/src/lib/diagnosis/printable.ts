/** Control and formatting characters, line separators: a name from a trace could use them to forge or reorder lines. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text with names from a trace, made safe to stand in one line: unprintable characters become `?`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '?');
}
