import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { IDLE_CAUSE_WORDS, NO_NEXT_KERNEL, unknownIdleAdvice } from '../../idle-cause-words.js';
import { idlePlaces } from '../../idle-places.js';
import { kernelName } from '../parts/kernel-name.js';
import { trackBar } from '../parts/meter.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Idle = NonNullable<Report['idle_causes']>;

const MOST_DEVICES = 32;
const MOST_GAPS = 20;

/** What the host did while the GPU had nothing to run. */
export function idleSection(context: HtmlContext): HtmlSection | null {
  const { idle_causes: idle } = context.report;
  const [first] = idle?.causes ?? [];
  if (idle === undefined || first === undefined) return null;
  const advice = unknownIdleAdvice(context.report);
  return {
    id: 'idle',
    title: 'Idle causes',
    count: formatCount(idle.causes.length),
    take: `Idle for ${formatDuration(idle.idle_ns)}, ${formatPercent(idle.idle_pct)} of the window; most of it: ${IDLE_CAUSE_WORDS[first.cause]}, ${formatDuration(first.total_ns)}.${advice === '' ? '' : ` ${advice}`}`,
    body: markup`${causes(idle)}${gaps(idle, context)}${devices(idle)}`,
  };
}

function causes({ causes: list, idle_ns: idleNs }: Idle): Markup | null {
  const unit = timeUnitFor(list.map((entry) => entry.total_ns));
  const hasRanges = list.some((entry) => entry.top_ranges.length > 0);
  return table(
    [
      { header: 'Cause', kind: 'name' },
      { header: unit.name, kind: 'number' },
      { header: 'Of window', kind: 'number' },
      { header: '', kind: 'plain', class: 'change-bar' },
      { header: 'Gaps', kind: 'number' },
      { header: 'Host was in', kind: 'text' },
      ...(hasRanges ? [{ header: 'Ranges of the program', kind: 'text' as const }] : []),
    ],
    list.map((entry) => [
      IDLE_CAUSE_WORDS[entry.cause],
      unit.format(entry.total_ns),
      formatPercent(entry.pct),
      trackBar(
        (100 * entry.total_ns) / Math.max(1, idleNs),
        'fill-api',
        `${formatDuration(entry.total_ns)} of ${formatDuration(idleNs)}`,
      ),
      formatCount(entry.gap_count),
      timesIn(idlePlaces(entry, 'calls')),
      ...(hasRanges ? [timesIn(entry.top_ranges)] : []),
    ]),
    { caption: 'Idle time by cause' },
  );
}

/** Calls, or ranges of the program, with the idle time that passed in each. */
function timesIn(list: Idle['causes'][number]['top_calls']): string {
  return list
    .map(({ name, total_ns: ns, share_pct: share }) => `${name} ${formatDuration(ns)} (${formatPercent(share)})`)
    .join(', ');
}

function gaps(idle: Idle, context: HtmlContext): Markup | null {
  const list = idle.causes
    .flatMap((entry) => entry.largest_gaps.map((gap) => ({ gap, cause: entry.cause })))
    .sort((a, b) => b.gap.cause_ns - a.gap.cause_ns || a.gap.start_ns - b.gap.start_ns)
    .slice(0, MOST_GAPS);
  if (list.length === 0) return null;
  return markup`<div class="sub"><h3>Largest gaps</h3>${table(
    ['Cause', 'Device', 'At, ms', 'Gap, µs', 'Of it, µs', 'Before', ''].map((header, index) => ({
      header,
      kind: index === 0 ? ('name' as const) : index === 1 || index >= 5 ? ('text' as const) : ('number' as const),
    })),
    list.map(({ gap, cause }) => [
      IDLE_CAUSE_WORDS[cause],
      gap.device,
      formatFixed(gap.start_ns / 1e6, 3),
      MICROSECONDS.format(gap.duration_ns),
      MICROSECONDS.format(gap.cause_ns),
      gap.next_kernel === null ? NO_NEXT_KERNEL : kernelName(gap.next_kernel, context),
      context.timeline === null
        ? markup`&nbsp;`
        : markup`<a href="#timeline" data-show-range="${gap.start_ns},${gap.start_ns + gap.duration_ns}">Timeline</a>`,
    ]),
    { caption: 'Largest gaps' },
  )}</div>`;
}

function devices({ devices: list }: Idle): Markup | null {
  if (list.length < 2) return null;
  const shown = list.slice(0, MOST_DEVICES);
  const unit = timeUnitFor(shown.map((entry) => entry.idle_ns));
  const rest = list.length - shown.length;
  return markup`<div class="sub"><h3>By device</h3>${table(
    [
      { header: 'Device', kind: 'name' },
      { header: `Idle, ${unit.name}`, kind: 'number' },
      { header: 'Causes', kind: 'text' },
    ],
    shown.map((entry) => [
      entry.label,
      unit.format(entry.idle_ns),
      entry.causes
        .map(
          (cause) => `${IDLE_CAUSE_WORDS[cause.cause]} ${formatDuration(cause.total_ns)} (${formatPercent(cause.pct)})`,
        )
        .join(', '),
    ]),
    { caption: 'Idle time by device' },
  )}${rest > 0 ? markup`<p class="note">${plural(rest, 'device')} more in JSON.</p>` : null}</div>`;
}
