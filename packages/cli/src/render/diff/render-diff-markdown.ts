import type { TraceDiff } from '@perfxpert/agents';
import { comparisonKernelNames } from '../comparison-kernel-names.js';
import { BASIS_WORDS, hotness, intervalWords, PART_WORDS, runNames, verdictLine } from '../comparison-words.js';
import { escapeStrings } from '../escape-strings.js';
import { ABSENT, formatCount, NO_BREAK_SPACE } from '../format-number.js';
import { formatSignedFixed } from '../format-signed.js';
import { codeSpan, escapeMarkdown } from '../markdown/escape-markdown.js';
import { MARKDOWN_LAYOUT } from '../markdown/markdown-layout.js';
import { plural } from '../plural.js';
import { cutMiddle } from '../text/cut-middle.js';
import { createTextContext } from '../text/text-context.js';
import type { TextContext } from '../text/text-context.js';

type Line = readonly [
  name: string,
  before: number | null,
  after: number | null,
  delta: number | null,
  pct: number | null,
];

/** Entries of one list; JSON has up to 100. */
const MOST_ENTRIES = 5;
/** Columns of a name: a comment of a pull request is narrow. */
const WIDEST_NAME = 80;

/**
 * A comparison as GitHub Flavored Markdown, short enough for a comment: below 60 lines for 20 kernels. Text of the traces
 * shows as it is and becomes no heading, cell, link or mention. Ends in a line break.
 */
export function renderDiffMarkdown(diff: TraceDiff): string {
  const lines = diffMarkdownLines(diff, '# PerfXpert diff');
  return `${lines.join('\n').replaceAll(NO_BREAK_SPACE, ' ')}\n`;
}

/** The lines of a comparison below a heading of the caller's. */
export function diffMarkdownLines(diff: TraceDiff, heading: string): string[] {
  const safe = escapeStrings(diff);
  const context = createTextContext({ width: 100, isUnicode: true, isColored: false }, comparisonKernelNames(safe));
  const interval = intervalWords(safe);
  const blocks = [
    [`${heading}: ${safe.verdict}`],
    [`**${escapeMarkdown(verdictLine(safe))}**`],
    [...side('Baseline', safe.baseline_db), ...side('New', safe.new_db)],
    interval === null ? [] : [`The change lies ${interval}.`],
    totals(safe),
    kernels(safe, context),
    lists(safe, context),
    copies(safe),
    safe.warnings.slice(0, MOST_ENTRIES).map((warning) => `- ⚠ ${escapeMarkdown(cut(warning, 400))}`),
  ];
  return separated(blocks);
}

/** Blocks with one empty line between. */
export function separated(blocks: readonly (readonly string[])[]): string[] {
  const filled = blocks.map(trimmed).filter((block) => block.length > 0);
  return filled.flatMap((block, index) => [...(index === 0 ? [] : ['']), ...block]);
}

function trimmed(block: readonly string[]): string[] {
  const first = block.findIndex((line) => line !== '');
  return first < 0 ? [] : block.slice(first, block.findLastIndex((line) => line !== '') + 1);
}

function side(label: string, paths: TraceDiff['baseline_db']): string[] {
  const [first = '', ...others] = runNames(paths);
  const more = others.length === 0 ? '' : ` and ${plural(others.length, 'more run')}`;
  return [`- **${label}:** ${codeSpan(cut(first, WIDEST_NAME))}${more}`];
}

function totals(diff: TraceDiff): string[] {
  const lines: Line[] = [
    [
      BASIS_WORDS.gpu_window,
      diff.gpu_window_baseline_ns,
      diff.gpu_window_new_ns,
      diff.envelope_delta_ns,
      diff.envelope_delta_pct,
    ],
    ...diff.window_parts.map((part): Line => [
      `of it ${PART_WORDS[part.part]}`,
      part.baseline_ns,
      part.new_ns,
      part.delta_ns,
      null,
    ]),
    ['GPU busy', diff.gpu_busy_baseline_ns, diff.gpu_busy_new_ns, diff.gpu_busy_delta_ns, diff.gpu_busy_delta_pct],
    [
      BASIS_WORDS.kernel_time,
      diff.kernel_time_baseline_ns,
      diff.kernel_time_new_ns,
      diff.wall_delta_ns,
      diff.wall_delta_pct,
    ],
  ];
  const shown = lines.filter(([, before]) => before !== null);
  return MARKDOWN_LAYOUT.table(
    [{ header: 'Whole run', kind: 'word' }, ...timeColumns()],
    shown.map(([name, before, after, delta, percent]) => [
      name,
      nanoseconds(before),
      nanoseconds(after),
      change(delta),
      percent === null ? '' : formatSignedFixed(percent, 2),
    ]),
  );
}

function timeColumns() {
  return ['Baseline (ns)', 'New (ns)', 'Delta (ns)', 'Delta %'].map((header) => ({ header, kind: 'number' }) as const);
}

function kernels(diff: TraceDiff, context: TextContext): string[] {
  if (diff.per_kernel.length === 0) return [];
  const rest = diff.totals.kernels - diff.per_kernel.length;
  const table = MARKDOWN_LAYOUT.table(
    [
      { header: 'Kernel', kind: 'name' },
      ...timeColumns(),
      { header: 'Hot?', kind: 'word' },
      { header: 'Calls', kind: 'number' },
      { header: 'Change', kind: 'word' },
    ],
    diff.per_kernel.map((row) => [
      context.kernelLabel(row.name),
      formatCount(row.baseline_ns),
      formatCount(row.new_ns),
      change(row.delta_ns),
      formatSignedFixed(row.delta_pct, 2),
      hotness(row),
      row.calls_baseline === row.calls_new
        ? formatCount(row.calls_new)
        : `${formatCount(row.calls_baseline)} to ${formatCount(row.calls_new)}`,
      `${row.change}${row.significance === 'not_significant' && row.change !== 'same' ? ', unsure' : ''}`,
    ]),
  );
  return [...table, ...(rest > 0 ? [`${plural(rest, 'kernel')} more.`] : [])];
}

function lists(diff: TraceDiff, context: TextContext): string[] {
  const name = (text: string) => codeSpan(cut(context.kernelLabel(text), WIDEST_NAME));
  const list = (title: string, entries: readonly string[], total: number): string[] => {
    if (entries.length === 0) return [];
    const rest = total - Math.min(entries.length, MOST_ENTRIES);
    return [
      `- ${title}: ${entries.slice(0, MOST_ENTRIES).join(', ')}${rest > 0 ? ` and ${formatCount(rest)} more` : ''}`,
    ];
  };
  return [
    ...list(
      'Added',
      diff.added.map((entry) => name(entry.name)),
      diff.totals.added,
    ),
    ...list(
      'Removed',
      diff.removed.map((entry) => name(entry.name)),
      diff.totals.removed,
    ),
    ...list(
      'Renamed',
      diff.renamed.map((entry) => `${name(entry.old)} to ${name(entry.new)}`),
      diff.totals.renamed,
    ),
    ...list('More calls', diff.more_calls.map(name), diff.more_calls.length),
  ];
}

function copies(diff: TraceDiff): string[] {
  if (diff.copies.length === 0) return [];
  return MARKDOWN_LAYOUT.table(
    [{ header: 'Copies', kind: 'word' }, ...timeColumns()],
    diff.copies.map((row) => [
      row.direction,
      formatCount(row.baseline_ns),
      formatCount(row.new_ns),
      change(row.delta_ns),
      formatSignedFixed(row.delta_pct, 2),
    ]),
  );
}

function nanoseconds(value: number | null): string {
  return value === null ? ABSENT : formatCount(value);
}

function change(delta: number | null): string {
  return delta === null ? ABSENT : formatSignedFixed(delta, 0);
}

function cut(text: string, width: number): string {
  return cutMiddle(text, width, '…');
}
