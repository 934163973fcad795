import { markup } from '../markup.js';
import type { Markup } from '../markup.js';

/** Rising bars, the first `level` of `steps` filled, with the word beside them: rank is never told by colour. */
export function levelBars(level: number, steps: number, word: string): Markup {
  const bars = Array.from({ length: steps }, (_, index) => {
    const height = Math.round((12 * (index + 1)) / steps);
    return markup`<rect x="${5 * index}" y="${12 - height}" width="3.5" height="${height}" class="${index < level ? 'solid' : 'faint'}"/>`;
  });
  return markup`<span class="level"><svg width="${5 * steps}" height="12" aria-hidden="true">${bars}</svg>${word}</span>`;
}
