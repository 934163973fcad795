import { formatDuration, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { findingAnchorOf } from '../html-context.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { finding, findingDetails } from '../parts/finding.js';
import type { HtmlSection } from '../section.js';

const MOST_IN_FULL = 3;
const NUMBERS = ['No change', 'One change', 'Two changes', 'Three changes'];

/** At most three recommendations in full, each with its bound and its proof; the others folded. */
export function firstThings(context: HtmlContext): HtmlSection {
  const { recommendations } = context.report;
  const first = recommendations.slice(0, MOST_IN_FULL);
  const further = recommendations.slice(MOST_IN_FULL);
  const bounded = first.filter((entry) => entry.recoverable_ns !== null).length;
  return {
    id: 'first',
    title: 'What to do first',
    count: first.length === 0 ? '' : String(first.length),
    take: takeOf(first.length, bounded),
    body: markup`${
      first.length === 0
        ? null
        : markup`<ol class="findings">${first.map((entry, index) => finding(entry, index + 1, context))}</ol>`
    }${further.length === 0 ? null : others(further, context)}`,
  };
}

function takeOf(count: number, bounded: number): string {
  if (count === 0) return 'Nothing in this trace is worth changing.';
  const words = `${NUMBERS[count] ?? ''}, by the time ${count === 1 ? 'it' : 'they'} can give back.`;
  if (bounded === 0) return `${NUMBERS[count] ?? ''}; no bound can be given from this trace.`;
  return bounded > 1 ? `${words} The bounds overlap, so they do not add up.` : words;
}

function others(further: HtmlContext['report']['recommendations'], context: HtmlContext): Markup {
  const items = further.map(
    (entry) =>
      markup`<li id="${findingAnchorOf(entry.id)}"><h3>${entry.title}</h3>${entry.issue} <span class="dim">${entry.priority.toLowerCase()} priority, ${bound(entry)}, rule ${entry.id}</span>${findingDetails(entry, context)}</li>`,
  );
  return markup`<details class="fold"><summary>${plural(further.length, 'further finding')}</summary><ul class="others">${items}</ul></details>`;
}

function bound({
  recoverable_ns: ns,
  recoverable_pct: percent,
}: HtmlContext['report']['recommendations'][number]): string {
  if (ns === null) return 'not bounded';
  return `≤ ${formatDuration(ns)}${percent === null ? '' : `, ${formatPercent(percent)} of the window`}`;
}
