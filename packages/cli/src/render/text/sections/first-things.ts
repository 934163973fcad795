import type { Report } from '@perfxpert/agents';
import { formatDuration, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { cutMiddle } from '../cut-middle.js';
import { displayWidth, padLeft, padRight } from '../display-width.js';
import { paragraph } from '../paragraph.js';
import { recommendationLines } from '../recommendation-lines.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';
import { wrapText } from '../wrap-text.js';

type Recommendation = Report['recommendations'][number];

const MOST_IN_FULL = 3;
const TITLE_COLUMN = 5;

/** At most three recommendations in full, each with its bound and its evidence; the others by title and bound. */
export function renderFirstThings({ recommendations }: Report, context: TextContext): Section {
  if (recommendations.length === 0)
    return { title: 'WHAT TO DO FIRST', lines: paragraph('Nothing in this trace is worth changing.', context) };
  const inFull = recommendations.slice(0, MOST_IN_FULL);
  const further = recommendations.slice(MOST_IN_FULL);
  const bounds = boundColumns(recommendations);
  const lines = inFull.flatMap((entry, index) => [
    ...(index === 0 ? [] : ['']),
    ...titleLine(entry, index + 1, bounds[index] ?? '', context),
    ...recommendationLines(entry, context),
  ]);
  if (further.length > 0) {
    lines.push('', ...paragraph(`${plural(further.length, 'further finding')}, in full in JSON:`, context));
    for (const [index, entry] of further.entries()) {
      const place = MOST_IN_FULL + index;
      lines.push(...titleLine(entry, place + 1, bounds[place] ?? '', context));
    }
  }
  const hasBounds = bounds.some((bound) => bound !== '');
  return {
    title: 'WHAT TO DO FIRST',
    lines,
    ...(hasBounds ? { aside: 'at most, of the window' } : {}),
  };
}

/** Place, title and bound; a long title goes on below itself, the bound stays at the right edge. */
function titleLine(entry: Recommendation, place: number, bound: string, context: TextContext): string[] {
  const boundText = context.encode(bound);
  const room = context.width - TITLE_COLUMN - (boundText === '' ? 0 : displayWidth(boundText) + 2);
  const [first = '', ...others] = wrapText(cutMiddle(context.encode(entry.title), 3 * room, context.ellipsis), room);
  const head = `${padLeft(String(place), 3)}  ${first}`;
  const gap = context.width - displayWidth(boundText);
  return [`${padRight(head, gap)}${boundText}`, ...others.map((line) => ' '.repeat(TITLE_COLUMN) + line)];
}

/** `≤ 21.2 ms  24.4%` of each entry, units below each other; '' where nothing is bounded. */
function boundColumns(recommendations: readonly Recommendation[]): string[] {
  const times = recommendations.map(({ recoverable_ns: ns }) => (ns === null ? '' : formatDuration(ns)));
  const width = Math.max(...times.map((time) => time.length));
  return recommendations.map(({ recoverable_pct: percent }, index) => {
    const time = times[index] ?? '';
    if (time === '') return '';
    return `≤ ${padLeft(time, width)}  ${padLeft(percent === null ? '' : formatPercent(percent), 6)}`;
  });
}
