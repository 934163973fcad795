import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import type { HtmlSection } from '../section.js';

/** Links to the sections; the one in view is marked by the script. */
export function navigation(sections: readonly HtmlSection[]): Markup {
  const links = sections.map(
    ({ id, title, count = '' }) => markup`<li> <a href="#${id}">${title}<span class="count">${count}</span></a></li>`,
  );
  return markup`<nav aria-label="Sections"><ul>${links}</ul></nav>`;
}
