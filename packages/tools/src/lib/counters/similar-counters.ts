import { counterCatalogue, counterNamesCatalogue, derivedMetrics } from '@perfxpert/knowledge';
import { compareText } from '../text/compare-text.js';

const MOST_SUGGESTIONS = 20;

/** Names of counters and derived metrics that begin most like a name, at most 20, sorted as text. */
export function similarCounters(name: string): readonly string[] {
  const text = name.toUpperCase();
  return allNames()
    .map((known) => ({ known, shared: sharedPrefix(known.toUpperCase(), text) }))
    .sort((left, right) => right.shared - left.shared || compareText(left.known, right.known))
    .slice(0, MOST_SUGGESTIONS)
    .map(({ known }) => known)
    .sort(compareText);
}

function allNames(): readonly string[] {
  const blocks = Object.values(counterNamesCatalogue().blocks);
  const names = blocks.flatMap((groups) => Object.values(groups).flat());
  const described = counterCatalogue().counters.map((counter) => counter.name);
  const derived = derivedMetrics().map((metric) => metric.name);
  return [...new Set([...names, ...described, ...derived])];
}

function sharedPrefix(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
