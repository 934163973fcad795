import stringWidth from 'string-width';
import { graphemes } from './graphemes.js';

/** Characters of one column each that nearly all lines are made of. */
const ONE_COLUMN_EACH = /^[\x20-\x7e\u00a0µ×–…≤█▓▒░·✗▲●]*$/;
const ASCII_OR_OTHER = /([\x20-\x7e]+)|([^\x20-\x7e]+)/g;

const COLOR_CODE = /\x1b\[\d+m/g;
/** Widths of characters outside ASCII. Measuring one takes a hundred times as long as looking it up. */
const widths = new Map<string, number>();
const MOST_WIDTHS = 10_000;

/** Columns that a text takes in a terminal; colour codes take none, wide characters two. */
export function displayWidth(text: string): number {
  if (ONE_COLUMN_EACH.test(text)) return text.length;
  let width = 0;
  for (const [, ascii, other] of text.replace(COLOR_CODE, '').matchAll(ASCII_OR_OTHER)) {
    if (ascii !== undefined) width += ascii.length;
    else for (const character of graphemes(other ?? '')) width += characterWidth(character);
  }
  return width;
}

function characterWidth(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  const width = stringWidth(character);
  if (widths.size >= MOST_WIDTHS) widths.clear();
  widths.set(character, width);
  return width;
}

/** Text followed by spaces up to a width; longer text is returned as it is. */
export function padRight(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** Text after spaces up to a width; longer text is returned as it is. */
export function padLeft(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}
