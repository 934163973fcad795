import type { TraceDiff } from '@perfxpert/agents';
import { comparisonKernelNames } from '../comparison-kernel-names.js';
import { intervalWords, runNames, verdictLine } from '../comparison-words.js';
import { escapeStrings } from '../escape-strings.js';
import { formatPercent, NO_BREAK_SPACE } from '../format-number.js';
import { plural } from '../plural.js';
import { renderCopyChanges } from '../text/comparison/copies.js';
import { renderKernelChanges } from '../text/comparison/kernels.js';
import { renderNames } from '../text/comparison/names.js';
import { renderRuns } from '../text/comparison/runs.js';
import { renderTotals } from '../text/comparison/totals.js';
import { paragraph } from '../text/paragraph.js';
import type { Section } from '../text/section.js';
import { splitLine } from '../text/split-line.js';
import { createTextContext } from '../text/text-context.js';
import type { TextContext, TextOptions } from '../text/text-context.js';

/** A comparison for a terminal or a text file. Ends in a line break; no line ends in spaces. */
export function renderDiffText(diff: TraceDiff, options: TextOptions): string {
  const safe = escapeStrings(diff);
  const context = createTextContext(options, comparisonKernelNames(safe));
  const sections = [
    head(safe, context),
    verdict(safe, context),
    { title: 'TIME', lines: renderTotals(safe, context) },
    { title: 'KERNELS', aside: kernelsAside(safe), lines: renderKernelChanges(safe, context) },
    { title: null, lines: renderNames(safe, context) },
    { title: 'COPIES', lines: renderCopyChanges(safe, context) },
    { title: 'RUNS', lines: renderRuns(safe, context) },
    notes(safe, context),
  ].filter(({ lines }) => lines.length > 0);
  const lines = sections.flatMap(({ title, aside = '', lines: body }: Section, index) => [
    ...(index === 0 ? [] : ['']),
    ...(title === null ? [] : splitLine(title, aside, context, context.paint.heading)),
    ...body,
  ]);
  return `${lines.map((line) => line.replaceAll(NO_BREAK_SPACE, ' ').trimEnd()).join('\n')}\n`;
}

function head(diff: TraceDiff, context: TextContext): Section {
  const side = (label: string, paths: TraceDiff['baseline_db']) => {
    const [first = '', ...others] = runNames(paths);
    const more = others.length === 0 ? '' : ` and ${plural(others.length, 'more run')}`;
    return paragraph(`${first}${more}`, context, { indent: 0, label, labelWidth: 10 });
  };
  return {
    title: null,
    lines: [
      ...splitLine('PerfXpert diff', `comparison ${diff.schema_version}`, context, context.paint.heading),
      ...side('baseline', diff.baseline_db),
      ...side('new', diff.new_db),
    ],
  };
}

function verdict(diff: TraceDiff, context: TextContext): Section {
  const interval = intervalWords(diff);
  const paint = diff.verdict === 'regressed' ? context.paint.fail : context.paint.verdict;
  return {
    title: 'VERDICT',
    lines: [
      ...paragraph(verdictLine(diff), context, { paint }),
      ...paragraph(diff.narrative, context),
      ...(interval === null ? [] : paragraph(`The change lies ${interval}.`, context)),
    ],
  };
}

function kernelsAside({ per_kernel: rows, totals }: TraceDiff): string {
  return `${rows.length} of ${totals.kernels}, by the larger of both times; ${totals.regressions} slower or new, ${totals.improvements} faster or gone`;
}

function notes(diff: TraceDiff, context: TextContext): Section {
  const spread = diff.launch_spread_pct;
  return {
    title: 'NOTES',
    lines: [
      ...diff.warnings.flatMap((warning) =>
        paragraph(warning, context, { label: '!', labelPaint: context.paint.warning }),
      ),
      ...(spread === null ? [] : paragraph(`Single dispatches spread by ${formatPercent(spread)}.`, context)),
      ...paragraph(diff.statistics.note, context, { paint: context.paint.note }),
    ],
  };
}
