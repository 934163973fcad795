import { formatCount, formatDuration } from '../../format-number.js';
import { plural } from '../../plural.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

/** Host API calls by what they do, then by function. */
export function apiSection({ report: { api_breakdown: api } }: HtmlContext): HtmlSection | null {
  if (!api.has_api_data) return null;
  const classUnit = timeUnitFor(api.by_class.flatMap((entry) => [entry.self_ns, entry.exposed_ns]));
  const unit = timeUnitFor(api.api_calls.map((entry) => entry.total_ns));
  const rest = api.api_call_count - api.api_calls.length;
  const [first] = api.api_calls;
  const classes = table(
    [
      { header: 'Class', kind: 'name' },
      { header: 'Calls', kind: 'number' },
      { header: `Self, ${classUnit.name}`, kind: 'number' },
      { header: `Exposed, ${classUnit.name}`, kind: 'number' },
    ],
    api.by_class.map((entry) => [
      entry.class,
      formatCount(entry.calls),
      classUnit.format(entry.self_ns),
      classUnit.format(entry.exposed_ns),
    ]),
    { caption: 'Host API calls by class' },
  );
  const calls = table(
    ['Function', 'API', 'Class', 'Calls', `Total, ${unit.name}`, 'Self', 'Exposed', 'Mean, µs'].map(
      (header, index) => ({
        header,
        kind: index === 0 ? ('name' as const) : index < 3 ? ('text' as const) : ('number' as const),
      }),
    ),
    api.api_calls.map((entry) => [
      markup`<code>${entry.name}</code>`,
      entry.family,
      entry.class,
      formatCount(entry.calls),
      unit.format(entry.total_ns),
      unit.format(entry.self_ns),
      unit.format(entry.exposed_ns),
      MICROSECONDS.format(entry.avg_ns),
    ]),
    { caption: 'Host API calls by function', sortable: true },
  );
  const most =
    first === undefined
      ? ''
      : ` ${first.name} takes most: ${formatDuration(first.total_ns)} in ${plural(first.calls, 'call')}.`;
  return {
    id: 'api',
    title: 'Host API calls',
    count: formatCount(api.api_call_count),
    take: `Self time ${formatDuration(api.total_api_ns)} in all, ${formatDuration(api.launch_overhead_ns)} of it in launch calls.${most}`,
    body: markup`<div class="pair"><div>${classes}</div><p class="note"> Self time is outside calls made from within. Exposed is the time in which the GPU ran nothing; it does not add up across functions. </p></div><div class="sub">${calls}</div>${rest > 0 ? markup`<p class="note">${plural(rest, 'function')} more in JSON.</p>` : null}`,
  };
}
