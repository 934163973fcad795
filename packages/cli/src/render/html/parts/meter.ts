import { markup } from '../markup.js';
import type { Markup, MarkupValue } from '../markup.js';

/** A bar from zero on a track that is the whole. */
export interface MeterRow {
  readonly label: MarkupValue;
  /** 0..100 of the track. */
  readonly percent: number;
  readonly fill: string;
  readonly value: string;
}

/** A bar on a track; what it says is in `label` for readers who can't see it. */
export function trackBar(percent: number, fill: string, label: string, height = 10): Markup {
  return markup`<svg width="100%" height="${height}" role="img" aria-label="${label}"><rect class="ground" width="100%" height="${height}" rx="2"/><rect class="${fill}" width="${shareOf(percent)}%" height="${height}" rx="2"/> </svg>`;
}

/** Several bars of one scale. */
export function meter(rows: readonly MeterRow[]): Markup {
  const lines = rows.map(
    ({ label, percent, fill, value }) =>
      markup`<div>${label}</div>${trackBar(percent, fill, value)}<div class="right">${value}</div>`,
  );
  return markup`<div class="meter">${lines}</div>`;
}

/** Percent for an SVG attribute: within 0..100, three decimals. */
export function shareOf(percent: number): string {
  return Math.min(100, Math.max(0, percent))
    .toFixed(3)
    .replace(/\.?0+$/, '');
}
