/** Text that is HTML already. Only `markup` and `trusted` make it, so whatever else is put into a page is escaped. */
export class Markup {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What may stand in a template; nothing is shown for null, undefined and false. */
export type MarkupValue = Markup | string | number | null | undefined | false | readonly MarkupValue[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Template tag for HTML: values are escaped for element text and quoted attributes, markup stays, lists are joined.
 * One pass, so a value is never looked at again: text like `%%X%%` or `${x}` in it is text.
 */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += toHtml(value) + (strings[index + 1] ?? '');
  return new Markup(text);
}

/** Text of our own that must not be escaped: style sheet, script, JSON that went through `jsonIsland`. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

export const NOTHING = new Markup('');

function toHtml(value: MarkupValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(toHtml).join('');
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
