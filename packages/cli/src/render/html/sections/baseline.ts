import { runNames } from '../../comparison-words.js';
import { formatCount, formatDuration, formatFixed } from '../../format-number.js';
import { plural } from '../../plural.js';
import type { Report, TraceDiff } from '@perfxpert/agents';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { diffTable } from '../parts/diff-table.js';
import { formatSigned } from '../parts/signed.js';
import { headers } from '../parts/headers.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type FailedComparison = Exclude<NonNullable<Report['trace_diff']>, TraceDiff>;

const MOST_NAMES = 20;
const WORDS = { regressed: 'Regressed', improved: 'Improved', neutral: 'Neutral' } as const;
const BASES = { gpu_window: 'the GPU window', kernel_time: 'summed kernel time' } as const;
const PARTS = {
  compute: 'compute',
  copy_exposed: 'copy, exposed',
  api_exposed: 'host API, exposed',
  idle_other: 'idle',
} as const;

const BASE = { id: 'baseline', title: 'Against the baseline' } as const;

/** This run against an earlier one: the verdict, then what changed; or why they could not be compared. */
export function baselineSection(context: HtmlContext): HtmlSection | null {
  const comparison = context.report.trace_diff;
  if (comparison === undefined) return null;
  return 'verdict' in comparison ? comparisonSection(comparison, context) : failedSection(comparison);
}

/** A comparison as a section. Its texts are escaped already (`escapeStrings`). */
export function comparisonSection(
  diff: TraceDiff,
  context: Pick<HtmlContext, 'kernelLabel' | 'kernelAnchor'>,
): HtmlSection {
  const interval =
    diff.verdict_interval === null
      ? ''
      : ` (${formatSigned(diff.verdict_interval.low_pct, 1)} to ${formatSigned(diff.verdict_interval.high_pct, 1, '%')} at ${formatFixed(100 * diff.verdict_interval.confidence_frac, 0)}% confidence)`;
  return {
    ...BASE,
    count: diff.verdict,
    take: `${WORDS[diff.verdict]}: ${BASES[diff.verdict_basis]} changed by ${changeOf(diff.verdict_delta_ns)}, ${formatSigned(diff.verdict_delta_pct, 1, '%')}${interval}. Below ${formatFixed(diff.verdict_threshold_pct, 1)}% counts as neutral.`,
    body: markup`${totals(diff)}<p class="note">${diff.narrative}</p>${diffTable(diff, context)}${parts(diff)}${copies(diff)}${names(diff, context)}<p class="note">${diff.statistics.note}</p>${diff.warnings.map((warning) => markup`<p class="note">▲ ${warning}</p>`)}`,
  };
}

/** A baseline was named, and nothing could be compared. */
function failedSection({
  baseline_db: before,
  new_db: after,
  reason,
  error_code: code,
}: FailedComparison): HtmlSection {
  return {
    ...BASE,
    count: 'none',
    take: `There is no comparison: ${reason}`,
    body: markup`<p class="note">${runNames(before).join(', ')} against ${runNames(after).join(', ')} <code>${code}</code></p>`,
  };
}

function changeOf(nanoseconds: number): string {
  const sign = nanoseconds < 0 ? '−' : nanoseconds > 0 ? '+' : '';
  return `${sign}${formatDuration(Math.abs(nanoseconds))}`;
}

/** Window, busy time and summed kernel time are three different lines. */
function totals(diff: TraceDiff): Markup | null {
  const duration = (value: number | null): string | null => (value === null ? null : formatDuration(value));
  const percent = (value: number | null): string | null => (value === null ? null : formatSigned(value, 1, '%'));
  const change = (value: number | null): string | null => (value === null ? null : changeOf(value));
  return table(
    headers(['Whole', 'Before', 'After', 'Change', '%']),
    [
      [
        'GPU window',
        duration(diff.gpu_window_baseline_ns),
        duration(diff.gpu_window_new_ns),
        change(diff.envelope_delta_ns),
        percent(diff.envelope_delta_pct),
      ],
      [
        'GPU busy',
        duration(diff.gpu_busy_baseline_ns),
        duration(diff.gpu_busy_new_ns),
        change(diff.gpu_busy_delta_ns),
        percent(diff.gpu_busy_delta_pct),
      ],
      [
        'Summed kernel time',
        duration(diff.kernel_time_baseline_ns),
        duration(diff.kernel_time_new_ns),
        change(diff.wall_delta_ns),
        percent(diff.wall_delta_pct),
      ],
    ],
    { caption: 'Window, busy time and summed kernel time' },
  );
}

function parts(diff: TraceDiff): Markup | null {
  const list = table(
    headers(['Part of the window', 'Before', 'After', 'Change']),
    diff.window_parts.map((part) => [
      PARTS[part.part],
      formatDuration(part.baseline_ns),
      formatDuration(part.new_ns),
      changeOf(part.delta_ns),
    ]),
    { caption: 'Parts of the window' },
  );
  return list === null ? null : markup`<div class="sub"><h3>What the window is made of</h3>${list}</div>`;
}

function copies(diff: TraceDiff): Markup | null {
  const list = table(
    headers(['Copies', 'Count', 'Before', 'After', 'Change', '%']),
    diff.copies.map((copy) => [
      copy.direction,
      `${formatCount(copy.count_baseline)} to ${formatCount(copy.count_new)}`,
      formatDuration(copy.baseline_ns),
      formatDuration(copy.new_ns),
      changeOf(copy.delta_ns),
      formatSigned(copy.delta_pct, 1, '%'),
    ]),
    { caption: 'Copies by direction' },
  );
  return list === null ? null : markup`<div class="sub"><h3>Copies</h3>${list}</div>`;
}

function names(diff: TraceDiff, context: Pick<HtmlContext, 'kernelLabel'>): Markup | null {
  const group = (title: string, list: readonly Markup[], total: number): Markup | null =>
    list.length === 0
      ? null
      : markup`<div><h3>${title} (${formatCount(total)})</h3><ul class="actions">${list.slice(0, MOST_NAMES)}</ul>${total > MOST_NAMES ? markup`<p class="note">${plural(total - MOST_NAMES, 'kernel')} more in JSON.</p>` : null}</div>`;
  const groups = [
    group(
      'Added',
      diff.added.map(
        (entry) => markup`<li><code>${context.kernelLabel(entry.name)}</code> ${formatDuration(entry.new_ns)}</li>`,
      ),
      diff.totals.added,
    ),
    group(
      'Removed',
      diff.removed.map(
        (entry) =>
          markup`<li><code>${context.kernelLabel(entry.name)}</code> ${formatDuration(entry.baseline_ns)}</li>`,
      ),
      diff.totals.removed,
    ),
    group(
      'Renamed',
      diff.renamed.map(
        (entry) =>
          markup`<li> <code>${context.kernelLabel(entry.old)}</code> is now <code>${context.kernelLabel(entry.new)}</code> <span class="dim">${entry.reason.replaceAll('_', ' ')}</span></li>`,
      ),
      diff.totals.renamed,
    ),
  ].filter((entry) => entry !== null);
  return groups.length === 0 ? null : markup`<div class="sub columns">${groups}</div>`;
}
