import type { Report } from '@perfxpert/agents';
import { formatDuration, formatPercent } from '../format-number.js';
import { paragraph } from '../text/paragraph.js';
import { recommendationLines } from '../text/recommendation-lines.js';
import type { Section } from '../text/section.js';
import type { TextContext } from '../text/text-context.js';
import { escapeMarkdown } from './escape-markdown.js';

type Recommendation = Report['recommendations'][number];

/** One mark per priority; the word stands beside it. */
const MARKS: Readonly<Record<Recommendation['priority'], string>> = {
  HIGH: '🔴',
  MEDIUM: '🟡',
  LOW: '🟢',
  INFO: '🔵',
};

/** Every recommendation in full: title with its bound, then issue, evidence, what to do, commands. */
export function renderActions({ recommendations }: Report, context: TextContext): Section {
  if (recommendations.length === 0)
    return { title: 'Recommendations', lines: paragraph('Nothing in this trace is worth changing.', context) };
  return {
    title: 'Recommendations',
    lines: recommendations.flatMap((entry, index) => [
      '',
      `### ${index + 1}. ${MARKS[entry.priority]} ${entry.priority}: ${escapeMarkdown(entry.title)}${boundOf(entry)}`,
      '',
      ...recommendationLines(entry, context),
    ]),
  };
}

function boundOf({ recoverable_ns: ns, recoverable_pct: percent }: Recommendation): string {
  if (ns === null) return '';
  return ` (at most ${formatDuration(ns)}${percent === null ? '' : `, ${formatPercent(percent)} of the window`})`;
}
