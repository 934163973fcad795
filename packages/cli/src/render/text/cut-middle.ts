import { displayUnits } from './display-units.js';
import { displayWidth } from './display-width.js';

/** Units of a text are at most this many code units per column: a letter, four marks, surrogates. */
const CODE_UNITS_PER_COLUMN = 16;

/**
 * Text cut in the middle to at most `width` columns, the ellipsis included. Visible escapes, surrogate pairs and
 * characters made of several code points stay whole. Text that fits is returned as it is.
 */
export function cutMiddle(text: string, width: number, ellipsis: string): string {
  const reach = width * CODE_UNITS_PER_COLUMN;
  const isHuge = text.length > 2 * reach;
  if (!isHuge && displayWidth(text) <= width) return text;
  const room = width - displayWidth(ellipsis);
  if (room < 2) return takeUnits(displayUnits(text.slice(0, reach)), width);
  const head = takeUnits(displayUnits(text.slice(0, reach)), Math.ceil(room / 2));
  const tailUnits = displayUnits(text.slice(-reach)).reverse();
  const tail = takeUnits(tailUnits, room - displayWidth(head), true);
  return `${head}${ellipsis}${tail}`;
}

function takeUnits(units: readonly string[], width: number, isReversed = false): string {
  const taken: string[] = [];
  let used = 0;
  for (const unit of units) {
    used += displayWidth(unit);
    if (used > width) break;
    taken.push(unit);
  }
  return (isReversed ? taken.reverse() : taken).join('');
}
