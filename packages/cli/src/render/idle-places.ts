import type { Report } from '@perfxpert/agents';

type Cause = NonNullable<Report['idle_causes']>['causes'][number];
type Place = Cause['top_calls'][number];

/** Names listed by the report: a full list may hide more. */
const MOST_LISTED = 5;

/**
 * Where the host was during the idle time of a cause, largest first: in which API calls, or outside of all of them. With
 * `ranges` the time outside is told by the ranges of the program, as far as they cover it. What the report does not
 * list is one entry; a cause that is unknown has none, since calls that were not recorded may hide in it.
 */
export function idlePlaces(
  { cause, total_ns: totalNs, top_calls: calls, top_ranges: ranges }: Cause,
  by: 'calls' | 'ranges',
): Place[] {
  const named = by === 'calls' ? calls : [...calls, ...ranges];
  const restNs = totalNs - named.reduce((sum, place) => sum + place.total_ns, 0);
  const isWhole = calls.length < MOST_LISTED && (by === 'calls' || ranges.length < MOST_LISTED);
  const name = isWhole ? 'outside API calls' : 'elsewhere';
  const rest =
    restNs <= 0 || cause === 'unknown' ? [] : [{ name, total_ns: restNs, share_pct: (100 * restNs) / totalNs }];
  return [...named, ...rest].sort((a, b) => b.total_ns - a.total_ns);
}
