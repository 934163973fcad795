import type { Report } from '@perfxpert/agents';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import type { HtmlSection } from '../section.js';

type Diagnostic = Report['diagnostics'][number];

const MARKS: Readonly<Record<Diagnostic['severity'], readonly [string, string, string]>> = {
  error: ['✗', 'error', 'error'],
  warning: ['▲', 'warning', 'warn'],
  info: ['●', 'note', ''],
};

/** The gravest first; the order of the report within. */
const ORDER: readonly Diagnostic['severity'][] = ['error', 'warning', 'info'];

/** What a reader must know before trusting the figures, and how to get the missing ones. */
export function warningsSection({ report: { diagnostics, errors } }: HtmlContext): HtmlSection | null {
  const total = diagnostics.length + errors.length;
  if (total === 0) return null;
  const ordered = [...diagnostics].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const limits = diagnostics.filter((entry) => entry.severity !== 'info').length + errors.length;
  const notes = total - limits;
  const sentence = [
    limits === 0 ? '' : `${plural(limits, 'warning limits', 'warnings limit')} what the report can say`,
    notes === 0 ? '' : `${plural(notes, 'note is', 'notes are')} for the record`,
  ].filter((part) => part !== '');
  return {
    id: 'warnings',
    title: 'Warnings',
    count: String(total),
    take: `${sentence.join('; ')}.`,
    body: markup`<ul class="warnings">${errors.map((message) => item(['✗', 'error', 'error'], message, null, null))}${ordered.map((entry) => item(MARKS[entry.severity], entry.message, entry.how_to_fix, entry))}</ul>`,
  };
}

function item(
  [glyph, word, className]: readonly [string, string, string],
  message: string,
  advice: string | null,
  entry: Diagnostic | null,
): Markup {
  const where = entry === null ? '' : `${entry.code}${entry.section === null ? '' : `, ${entry.section}`}`;
  return markup`<li> <span class="severity ${className}">${glyph} ${word}</span><div><p>${message}</p>${advice === null ? null : markup`<p>${advice}</p>`}${where === '' ? null : markup`<p><code>${where}</code></p>`}</div></li>`;
}
