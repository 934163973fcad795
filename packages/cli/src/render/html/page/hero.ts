import { formatPercent, formatWholePercent } from '../../format-number.js';
import { partitionBar } from '../charts/partition-bar.js';
import { filterWords } from '../../filter-words.js';
import { isAnswer } from '../../is-answer.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { legendItem } from '../parts/swatch.js';
import { shareOfWindow, TIME_KINDS } from '../parts/time-kinds.js';
import { partHeadline } from './headline.js';
import { heroFacts } from './hero-facts.js';
import { qualityBadge } from './quality-badge.js';

/** The verdict with what speaks for it: the answer of the first screen. */
export function hero(context: HtmlContext): Markup {
  const { summary, narrative, execution_breakdown: breakdown } = context.report;
  const { headline, rest } = partHeadline(summary.overall_assessment);
  const reasons = [rest, ...summary.key_findings].filter((sentence) => sentence !== '').join(' ');
  // Without a model and a question the narrative repeats what stands here.
  const words = isAnswer(context.report) ? paragraphs(narrative) : null;
  const part = filterWords(context.report);
  return markup`<div class="hero"><h1>${headline}</h1><p class="why">${reasons}</p>${part === '' ? null : markup`<p class="why"><b>${part}</b></p>`}${words}
${breakdown === null || breakdown.wall_ns === 0 ? null : windowBar(context)} ${chips(context)} ${heroFacts(context)} ${qualityBadge(context)}</div>`;
}

/** Words of a model, or the answer to a question. */
function paragraphs(narrative: string): Markup[] {
  return narrative.split(/(?:\\n|\n){2,}/).map((paragraph) => markup`<p class="why">${paragraph}</p>`);
}

function windowBar({ report: { execution_breakdown: breakdown } }: HtmlContext): Markup | null {
  if (breakdown === null) return null;
  const parts = TIME_KINDS.filter((kind) => kind.nanoseconds(breakdown) > 0).map((kind) =>
    legendItem(kind.fill, markup`${lowerFirst(kind.label)} <b>${formatPercent(shareOfWindow(kind, breakdown))}</b>`),
  );
  return markup`<figure class="hero-bar">${partitionBar(breakdown, 14, 'Where the window went')}<ul class="legend">${parts}</ul></figure>`;
}

/** Class, driver, confidence, and the candidates that lost. */
function chips({ report }: HtmlContext): Markup {
  const { summary, primary_bottleneck: bottleneck } = report;
  const losers = summary.scores.filter((entry) => entry.bottleneck !== bottleneck && entry.score > 0);
  const own = summary.scores.find((entry) => entry.bottleneck === bottleneck);
  const entries: [string, string, string][] = [
    ['class', bottleneck, own === undefined ? '' : formatPercent(100 * own.score)],
    ...(summary.driver === null || summary.driver === bottleneck
      ? []
      : [['driver', summary.driver, ''] satisfies [string, string, string]]),
    // Without enough data there is no judgement to be sure of.
    ...(bottleneck === 'data_insufficient'
      ? []
      : [['confidence', formatWholePercent(summary.confidence), ''] satisfies [string, string, string]]),
    ...losers.map((entry, index): [string, string, string] => [
      index === 0 ? 'runner-up' : 'also weighed',
      entry.bottleneck,
      formatPercent(100 * entry.score),
    ]),
  ];
  return markup`<div class="chips">${entries.map(
    ([label, value, share]) =>
      markup`<span class="chip">${label} <b>${value}</b>${share === '' ? null : ` ${share}`}</span>`,
  )}</div>`;
}

/** `HIP API, exposed` keeps its capitals. */
function lowerFirst(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
