import { markup } from '../markup.js';
import type { Markup } from '../markup.js';

/** A small square in the fill of a kind of time. */
export function swatch(fill: string): Markup {
  return markup`<svg class="swatch" width="12" height="12" aria-hidden="true"><rect x=".5" y=".5" width="11" height="11" rx="2" class="${fill}"/></svg>`;
}

/** One entry of a legend. */
export function legendItem(fill: string, words: Markup | string): Markup {
  return markup`<li>${swatch(fill)}${words}</li>`;
}
