import type { Report } from '@perfxpert/agents';
import { intervalWords, verdictLine } from '../../comparison-words.js';
import { formatPercent } from '../../format-number.js';
import { renderCopyChanges } from '../comparison/copies.js';
import { renderKernelChanges } from '../comparison/kernels.js';
import { renderNames } from '../comparison/names.js';
import { renderRuns } from '../comparison/runs.js';
import { renderTotals } from '../comparison/totals.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

const TITLE = 'CHANGED VS BASELINE';

/** This run against an earlier one, or why they could not be compared. Its notices are among those of the report. */
export function renderBaseline({ trace_diff: diff }: Report, context: TextContext): Section | null {
  if (diff === undefined) return null;
  if (!('verdict' in diff))
    return { title: TITLE, aside: 'no comparison', lines: paragraph(`${diff.error_code}: ${diff.reason}`, context) };
  const interval = intervalWords(diff);
  const spread = diff.launch_spread_pct;
  const blocks = [
    [
      ...paragraph(diff.narrative, context),
      ...(interval === null ? [] : paragraph(`The change lies ${interval}.`, context)),
    ],
    renderTotals(diff, context),
    renderKernelChanges(diff, context),
    renderNames(diff, context),
    renderCopyChanges(diff, context),
    renderRuns(diff, context),
    [
      ...(spread === null ? [] : paragraph(`Single dispatches spread by ${formatPercent(spread)}.`, context)),
      ...paragraph(diff.statistics.note, context, { paint: context.paint.note }),
    ],
  ].filter((lines) => lines.length > 0);
  return {
    title: TITLE,
    aside: verdictLine(diff),
    lines: blocks.flatMap((lines, index) => [...(index === 0 ? [] : ['']), ...lines]),
  };
}
