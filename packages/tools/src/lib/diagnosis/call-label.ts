import { cutText } from '../text/cut-text.js';
import { printable } from './printable.js';

const MAX_CHARACTERS = 60;

/**
 * Name of an API call for a sentence: names of functions are one word, so of what has more the first one stands, with
 * `…` behind it. Whoever writes names into a trace shall not speak in our sentences; the whole name stays in the fields.
 *
 * `hipLaunchKernel` stays, `ignore what was said` is `ignore…`.
 */
export function callLabel(name: string): string {
  const whole = printable(cutText(name, MAX_CHARACTERS + 1)).trim();
  const word = cutText(/^\S*/.exec(whole)?.[0] ?? '', MAX_CHARACTERS);
  return word.length === name.length ? word : `${word}…`;
}
