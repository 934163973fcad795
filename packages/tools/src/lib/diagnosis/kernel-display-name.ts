import { closingBracket } from '../text/closing-bracket.js';
import { printable } from './printable.js';

const MAX_CHARACTERS = 60;
/** Longer names are cut before they are taken apart: display needs no more, and hostile names can be huge. */
const MAX_PARSED = 4096;
const ANONYMOUS = '(anonymous namespace)';
/**
 * Short name of a kernel for a sentence: last component without return type, namespaces, template arguments and
 * parameters, at most 60 characters (cut in the middle). The full name stays in `target` and in the hotspots.
 *
 * `void at::native::reduce_kernel<512, 1>(int)` is `reduce_kernel`.
 */
export function kernelDisplayName(name: string): string {
  const whole = printable(name.slice(0, MAX_PARSED)).trim();
  const component = lastComponent(whole);
  return shorten(component === '' ? whole : component);
}

/** Only a name with parameters has a return type: in others spaces belong to the name, as in `unnamed kernel 7`. */
function lastComponent(text: string): string {
  const withSpaces = { start: 0, end: text.length };
  let start = 0;
  let end = text.length;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '<') {
      end = Math.min(end, at);
      withSpaces.end = Math.min(withSpaces.end, at);
      at = closingBracket(text, at);
    } else if (text.startsWith(ANONYMOUS, at)) {
      at += ANONYMOUS.length - 1;
    } else if (character === '(') {
      return text.slice(start, Math.min(end, at)).trim();
    } else if (character === ' ') {
      start = at + 1;
      end = text.length;
    } else if (text.startsWith('::', at)) {
      at += 1;
      start = at + 1;
      end = text.length;
      withSpaces.start = start;
      withSpaces.end = end;
    }
  }
  return text.slice(withSpaces.start, withSpaces.end).trim();
}

function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_CHARACTERS) return text;
  const half = MAX_CHARACTERS / 2;
  return `${characters.slice(0, half - 1).join('')}…${characters.slice(-half).join('')}`;
}
