import { markup } from '../markup.js';
import type { Markup } from '../markup.js';

/** A command line with a button that copies it. It breaks between words only. */
export function commandBox(command: string): Markup {
  const words = command.split(' ').map((word, index) => markup`${index === 0 ? '' : ' '}<span>${word}</span>`);
  return markup`<div class="command"> <code>${words}</code><button class="script" type="button" data-copy>Copy</button></div>`;
}
