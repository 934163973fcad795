import type { TraceDiff } from '@perfxpert/agents';
import { formatCount, formatDuration } from '../../format-number.js';
import { plural } from '../../plural.js';
import { paragraph } from '../paragraph.js';
import type { TextContext } from '../text-context.js';

/** Names of one list; JSON has up to 100. */
const MOST_NAMES = 5;

/** Kernels that only one side has, and those that go by another name. */
export function renderNames(diff: TraceDiff, context: TextContext): string[] {
  const label = (name: string) => context.kernelLabel(name);
  return [
    ...list(
      'added',
      diff.added.map(
        (entry) => `${label(entry.name)} (${formatDuration(entry.new_ns)}, ${plural(entry.calls_new, 'call')})`,
      ),
      diff.totals.added,
      context,
    ),
    ...list(
      'removed',
      diff.removed.map(
        (entry) =>
          `${label(entry.name)} (${formatDuration(entry.baseline_ns)}, ${plural(entry.calls_baseline, 'call')})`,
      ),
      diff.totals.removed,
      context,
    ),
    ...list(
      'renamed',
      diff.renamed.map(
        (entry) => `${label(entry.old)} is now ${label(entry.new)} (${entry.reason.replaceAll('_', ' ')})`,
      ),
      diff.totals.renamed,
      context,
    ),
    ...list(
      'more calls',
      diff.more_calls.map((name) => label(name)),
      diff.more_calls.length,
      context,
    ),
  ];
}

function list(title: string, entries: readonly string[], total: number, context: TextContext): string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, MOST_NAMES);
  const rest = total - shown.length;
  return [
    ...shown.flatMap((entry) => paragraph(entry, context, { label: title, labelWidth: 12 })),
    ...(rest > 0 ? paragraph(`${formatCount(rest)} more`, context, { label: title, labelWidth: 12 }) : []),
  ];
}
