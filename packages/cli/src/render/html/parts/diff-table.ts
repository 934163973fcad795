import type { TraceDiff } from '@perfxpert/agents';
import { formatCount, formatDuration, formatFixed } from '../../format-number.js';
import { plural } from '../../plural.js';
import { timeUnitFor } from '../../time-unit.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { kernelName } from './kernel-name.js';
import { shareOf } from './meter.js';
import { formatSigned } from './signed.js';
import { table } from './table.js';

type Kernel = TraceDiff['per_kernel'][number];
type Quantiles = Kernel['quantiles_new'];

const MOST_ROWS = 30;
/** Never by colour alone: a glyph and a word each. */
const WORDS: Readonly<Record<Kernel['change'], readonly [string, string]>> = {
  slower: ['▲ slower', 'worse'],
  faster: ['▼ faster', 'better'],
  same: ['≈ same', ''],
  added: ['▲ added', 'worse'],
  removed: ['▼ removed', 'better'],
};

/** Kernels before and after: totals, the change from a common zero, single launches. */
export function diffTable(diff: TraceDiff, context: Pick<HtmlContext, 'kernelLabel' | 'kernelAnchor'>): Markup | null {
  const shown = diff.per_kernel.slice(0, MOST_ROWS);
  if (shown.length === 0) return null;
  const unit = timeUnitFor(shown.flatMap((entry) => [entry.baseline_ns, entry.new_ns]));
  const decimals = unit.name === 'ms' ? 2 : 1;
  const scale = unit.name === 'ms' ? 1e6 : 1e3;
  const most = Math.max(1, ...shown.map((entry) => Math.abs(entry.delta_ns)));
  const rest = diff.totals.kernels - shown.length;
  const rows = shown.map((entry) => {
    const [words, tone] = WORDS[entry.change];
    return [
      markup`${kernelName(entry.name, context)}${entry.renamed_from === null ? null : markup`<small>was ${context.kernelLabel(entry.renamed_from)}</small>`}${entry.was_hot || entry.is_hot ? markup`<small>hot</small>` : null}`,
      calls(entry),
      unit.format(entry.baseline_ns),
      unit.format(entry.new_ns),
      changeBar(entry, most),
      formatSigned(entry.delta_ns / scale, decimals),
      markup`<b>${formatSigned(entry.delta_pct, 1, '%')}</b>`,
      markup`<span class="${tone} nowrap">${words}</span>${reason(entry)}`,
      boxes(entry),
    ];
  });
  return markup`<div class="sub"><h3>Kernels</h3>${table(
    [
      { header: 'Kernel', kind: 'name' },
      { header: 'Calls', kind: 'number' },
      { header: `Before, ${unit.name}`, kind: 'number' },
      { header: `After, ${unit.name}`, kind: 'number' },
      { header: 'Change of total', kind: 'plain', class: 'change-bar' },
      { header: unit.name, kind: 'number' },
      { header: '%', kind: 'number' },
      { header: 'Verdict', kind: 'text' },
      { header: 'Each launch, before over after', kind: 'plain', class: 'box-plot' },
    ],
    rows,
    { caption: 'Kernels before and after' },
  )}${rest > 0 ? markup`<p class="note">${plural(rest, 'kernel')} more in JSON.</p>` : null}<p class="note"> The last column shows 5th to 95th percentile, quartiles and median of single launches on an axis of its own per kernel.${diff.launch_spread_pct === null ? '' : ` Single launches spread by ${formatFixed(diff.launch_spread_pct, 1)}%.`}</p></div>`;
}

function calls({ calls_baseline: before, calls_new: after }: Kernel): string {
  return before === after ? formatCount(after) : `${formatCount(before)} to ${formatCount(after)}`;
}

function reason({ explained_by: by, change, significance }: Kernel): Markup | null {
  if (change === 'same' || by === null) return null;
  const words = by === 'call_count' ? 'number of calls' : 'duration of calls';
  return markup`<small>${words}${significance === 'not_significant' ? ', not significant' : ''}</small>`;
}

function changeBar({ delta_ns: delta }: Kernel, most: number): Markup {
  const width = (50 * Math.abs(delta)) / most;
  const fill = delta > 0 ? 'fill-worse' : 'fill-better';
  return markup`<svg height="14" role="img" aria-label="${`${delta < 0 ? '−' : '+'}${formatDuration(Math.abs(delta))}`}"><rect class="${fill}" x="${shareOf(delta < 0 ? 50 - width : 50)}%" y="2" width="${shareOf(width)}%" height="10"/><line class="tick" x1="50%" x2="50%" y1="0" y2="14"/> </svg>`;
}

/** Marks, not lengths: so the axis spans the launches of both sides and need not begin at zero. */
function boxes({ quantiles_baseline: before, quantiles_new: after }: Kernel): Markup {
  const low = 0.95 * Math.min(before?.p5_ns ?? Infinity, after?.p5_ns ?? Infinity);
  const high = 1.05 * Math.max(before?.p95_ns ?? 0, after?.p95_ns ?? 0);
  const x = (ns: number): number => (100 * (ns - low)) / Math.max(1, high - low);
  const words = `median ${before === null ? 'unknown' : formatDuration(before.p50_ns)} before, ${after === null ? 'unknown' : formatDuration(after.p50_ns)} after`;
  return markup`<svg height="26" role="img" aria-label="${words}"><title>${words}</title>${box(before, 1, x, 'fill-same')}${box(after, 14, x, 'accent')}</svg>`;
}

function box(quantiles: Quantiles, y: number, x: (ns: number) => number, fill: string): Markup | null {
  if (quantiles === null) return null;
  const at = (ns: number): string => shareOf(x(ns));
  const width = shareOf(Math.max(0.8, x(quantiles.p75_ns) - x(quantiles.p25_ns)));
  return markup`<line class="tick" x1="${at(quantiles.p5_ns)}%" x2="${at(quantiles.p95_ns)}%" y1="${y + 5}" y2="${y + 5}"/><rect class="${fill}" x="${at(quantiles.p25_ns)}%" y="${y + 1}" width="${width}%" height="8"/><line stroke="currentColor" stroke-width="1.5" x1="${at(quantiles.p50_ns)}%" x2="${at(quantiles.p50_ns)}%" y1="${y}" y2="${y + 10}"/>`;
}
