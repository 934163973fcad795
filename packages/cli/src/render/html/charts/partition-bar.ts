import { formatDuration, formatPercent } from '../../format-number.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { shareOf } from '../parts/meter.js';
import { shareOfWindow, TIME_KINDS } from '../parts/time-kinds.js';
import type { Partition } from '../parts/time-kinds.js';

/** From this share on a segment holds its figure; on phones from the second one on. */
const LABEL_FROM_PERCENT = 7.5;
const PHONE_LABEL_FROM_PERCENT = 14;

/** The window of a device as one stacked bar: every nanosecond once. */
export function partitionBar(partition: Partition, height: number, label: string): Markup {
  const segments: Markup[] = [];
  const spoken: string[] = [];
  let start = 0;
  for (const kind of TIME_KINDS) {
    const share = shareOfWindow(kind, partition);
    if (share === 0) continue;
    const figures = `${kind.label}: ${formatDuration(kind.nanoseconds(partition))}, ${formatPercent(share)}`;
    spoken.push(`${kind.label} ${formatPercent(share)}`);
    segments.push(
      markup`<rect class="${kind.fill}" x="${shareOf(start)}%" width="${shareOf(share)}%" height="${height}"><title>${figures}</title></rect>`,
    );
    if (start > 0)
      segments.push(
        markup`<line class="gap" stroke-width="1.5" x1="${shareOf(start)}%" x2="${shareOf(start)}%" y1="0" y2="${height}"/>`,
      );
    if (height >= 20 && share >= LABEL_FROM_PERCENT) {
      const only = share < PHONE_LABEL_FROM_PERCENT ? ' wide-only' : '';
      const halo = kind.fill === 'fill-idle' ? ' halo' : '';
      segments.push(
        markup`<text class="${kind.textFill}${only}${halo}" x="${shareOf(start)}%" dx="8" y="${height / 2 + 4.5}">${formatPercent(share)}</text>`,
      );
    }
    start += share;
  }
  return markup`<svg width="100%" height="${height}" role="img" aria-label="${label}: ${spoken.join('; ')}"> ${segments} </svg>`;
}
