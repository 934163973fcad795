import { markup, trusted } from '../markup.js';
import type { Markup } from '../markup.js';
import { contentPolicy } from './content-policy.js';
import { PAGE_STYLE } from './page-style.js';

/** The pieces of a page. */
export interface PageParts {
  readonly title: string;
  readonly header: Markup;
  readonly navigation: Markup;
  readonly main: Markup;
  readonly footer: Markup;
  /** Data for the script, by element id; JSON that went through `jsonIsland`. */
  readonly islands: Readonly<Record<string, string>>;
  readonly script: string;
}

/** One HTML document: one doctype, one head, one body; style and script inside, named by hash in the policy. */
export function pageShell(parts: PageParts): string {
  const islands = Object.entries(parts.islands).map(
    ([id, json]) => markup`<script type="application/json" id="${id}">${trusted(json)}</script>`,
  );
  const page = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${contentPolicy(PAGE_STYLE, parts.script)}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><title>${parts.title}</title><link rel="icon" href="data:,"><style>${trusted(PAGE_STYLE)}</style></head><body>
<a class="skip" href="#main">Skip to the report</a>${PATTERNS}
${parts.header}
<div class="page">${parts.navigation}<main id="main">${parts.main}
${parts.footer}</main></div>
${islands}<script>${trusted(parts.script)}</script>
</body></html>
`;
  return page.text;
}

/** Idle time is a pattern, never a flat fill. */
const PATTERNS = markup`<svg class="hidden-text" width="0" height="0" aria-hidden="true" focusable="false"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" class="hatch-ground"/><line x1="0" y1="0" x2="0" y2="6" class="hatch-line"/></pattern></defs></svg>`;
