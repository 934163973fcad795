import { markup, trusted } from '../markup.js';
import type { Markup } from '../markup.js';

const WORD_BREAK = trusted('<wbr>');

/** A name in code letters that may break where its parts meet: after `_`, `::`, `, ` and before a hump. */
export function codeName(name: string): Markup {
  return markup`<code>${breakable(name)}</code>`;
}

/** The name with places where a line may break. */
export function breakable(name: string): (Markup | string)[] {
  const parts = name.split(/(?<=_(?!_)|::|, )|(?<=[a-z0-9])(?=[A-Z][a-z])/);
  return parts.flatMap((part, index) => (index === 0 ? [part] : [WORD_BREAK, part]));
}
