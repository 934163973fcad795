import type { Report } from '@perfxpert/agents';
import { formatDuration, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { padLeft } from '../display-width.js';
import { paragraph } from '../paragraph.js';
import { recommendationLines } from '../recommendation-lines.js';
import type { Section } from '../section.js';
import { splitLine } from '../split-line.js';
import type { TextContext } from '../text-context.js';

type Recommendation = Report['recommendations'][number];

const MOST_IN_FULL = 3;

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
    ...(hasBounds ? { aside: 'at most, of the window; bounds overlap' } : {}),
  };
}

function titleLine(entry: Recommendation, place: number, bound: string, context: TextContext): string[] {
  return splitLine(`${padLeft(String(place), 3)}  ${entry.title}`, bound, context);
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
