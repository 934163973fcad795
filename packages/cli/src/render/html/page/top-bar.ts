import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { inputNames } from './input-names.js';

/** Word mark, what was analysed, and the buttons, which the script shows. */
export function topBar({ report }: HtmlContext): Markup {
  return markup`<header class="bar"> <span class="wordmark">Perf<b>Xpert</b></span><span class="input-name">${inputNames(report)}</span><span class="bar-buttons"><button class="script" id="save-json" type="button">JSON</button><button class="script" id="print" type="button">Print</button><button class="script" id="theme" type="button">Dark</button></span></header>`;
}
