import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { breakable } from './code-name.js';
import { cutText } from './cut-text.js';

/** About two lines of a table; the row of the kernel has the whole name. */
const LONGEST_LABEL = 76;

/** Short name of a kernel, a link to its row where it has one. */
export function kernelName(
  name: string,
  context: Pick<HtmlContext, 'kernelLabel' | 'kernelAnchor'>,
  longest = LONGEST_LABEL,
): Markup {
  const label = breakable(cutText(context.kernelLabel(name), longest));
  const anchor = context.kernelAnchor(name);
  return anchor === null ? markup`<code>${label}</code>` : markup`<a href="#${anchor}"><code>${label}</code></a>`;
}
