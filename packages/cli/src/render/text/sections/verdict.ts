import type { Report } from '@perfxpert/agents';
import { formatPercent, formatWholePercent } from '../../format-number.js';
import { isAnswer } from '../../is-answer.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

/** The verdict in one sentence, its class with those that lost, and the reasons. Words of a model, and the answer to a question, come last. */
export function renderVerdict(report: Report, context: TextContext): Section {
  const { summary, narrative } = report;
  return {
    title: null,
    lines: [
      ...paragraph(summary.overall_assessment, context, { indent: 0, paint: context.paint.verdict }),
      ...paragraph(describeClass(report), context, { indent: 0 }),
      ...summary.key_findings.flatMap((finding) => paragraph(finding, context, { label: '-' })),
      ...describeDoubt(report).flatMap((sentence) => paragraph(sentence, context, { label: '-' })),
      // Without a model and a question the narrative repeats what stands above and below.
      ...(isAnswer(report) ? ['', ...paragraph(narrative, context, { indent: 0 })] : []),
    ],
  };
}

function describeClass({ summary, primary_bottleneck: bottleneck }: Report): string {
  const share = summary.scores.find((entry) => entry.bottleneck === bottleneck);
  const losers = summary.scores.filter((entry) => entry.bottleneck !== bottleneck && entry.score > 0);
  const name = [...new Set([bottleneck, summary.driver])].filter((part) => part !== null).join(', ');
  const sentences = [
    share === undefined ? name : `${name}: ${formatPercent(100 * share.score)}`,
    // Without enough data there is no judgement to be sure of.
    ...(bottleneck === 'data_insufficient' ? [] : [`Confidence ${formatWholePercent(summary.confidence)}`]),
    ...(losers.length === 0 ? [] : [`Also weighed: ${losers.map(describeScore).join(', ')}`]),
  ];
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}

/** What would change the verdict, and what was held back. */
function describeDoubt({
  summary: { overall_assessment: assessment, would_change: change, withheld = [] },
}: Report): string[] {
  return [
    ...(change?.rival ? [`Nearest rival: ${change.rival.text}`] : []),
    ...(change?.missing ?? []).map(({ text, how_to_collect: command }) =>
      // Where nothing can be judged, what is missing is the verdict itself.
      text === assessment ? `To record it: ${command}` : `Could change it: ${text} To record it: ${command}`,
    ),
    ...withheld.map(({ finding, about, reason }) => `Withheld: ${finding} (${about}), because ${reason}.`),
  ];
}

function describeScore(entry: Report['summary']['scores'][number]): string {
  return `${entry.bottleneck} ${formatPercent(100 * entry.score)}`;
}
