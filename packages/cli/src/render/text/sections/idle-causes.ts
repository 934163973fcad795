import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatFixed, formatPercent } from '../../format-number.js';
import { IDLE_CAUSE_WORDS, NO_NEXT_KERNEL, unknownIdleAdvice } from '../../idle-cause-words.js';
import { idlePlaces } from '../../idle-places.js';
import { MICROSECONDS, timeUnitFor } from '../../time-unit.js';
import { deviceCauses } from '../idle-devices.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type IdleCauses = NonNullable<Report['idle_causes']>;
type Entry = IdleCauses['causes'][number];

/** Gaps listed, of all causes together. */
const MOST_GAPS = 5;

/** What the host did while the GPU had nothing to run. */
export function renderIdleCauses(report: Report, context: TextContext): Section | null {
  const { idle_causes: idle } = report;
  if (idle === undefined) return null;
  const advice = unknownIdleAdvice(report);
  return {
    title: 'WHY THE GPU WAS IDLE',
    aside: `${formatDuration(idle.idle_ns)}, ${formatPercent(idle.idle_pct)} of the window`,
    lines: [
      ...renderCauses(idle, context),
      ...renderGaps(idle, context),
      ...(idle.devices.length < 2 ? [] : ['', ...deviceCauses(idle, IDLE_CAUSE_WORDS, context)]),
      ...(advice === '' ? [] : paragraph(`Mostly unknown. ${advice}`, context)),
    ],
  };
}

function renderCauses({ causes }: IdleCauses, context: TextContext): string[] {
  const unit = timeUnitFor(causes.map((entry) => entry.total_ns));
  const columns: Column[] = [
    { header: 'cause', kind: 'word' },
    { header: unit.name, kind: 'number' },
    { header: 'window', kind: 'number' },
    { header: 'gaps', kind: 'number' },
    { header: 'mostly in', kind: 'name' },
  ];
  const rows = causes.map((entry): Cell[] => [
    IDLE_CAUSE_WORDS[entry.cause],
    unit.format(entry.total_ns),
    formatPercent(entry.pct),
    formatCount(entry.gap_count),
    mainPlace(entry),
  ]);
  return renderTable(columns, rows, context);
}

/** The place with the most of the time: a call, a range of the program, or neither. */
function mainPlace(entry: Entry): string | null {
  const [place] = idlePlaces(entry, 'ranges');
  return place === undefined
    ? null
    : `${place.name} ${formatDuration(place.total_ns)} (${formatPercent(place.share_pct)})`;
}

function renderGaps(idle: IdleCauses, context: TextContext): string[] {
  const gaps = idle.causes
    .flatMap((entry) => entry.largest_gaps.map((gap) => ({ gap, cause: entry.cause })))
    .sort((a, b) => b.gap.cause_ns - a.gap.cause_ns || a.gap.start_ns - b.gap.start_ns)
    .slice(0, MOST_GAPS);
  if (gaps.length === 0) return [];
  const hasSeveralDevices = idle.devices.length > 1 || new Set(gaps.map(({ gap }) => gap.device)).size > 1;
  const columns: Column[] = [
    { header: 'largest gaps', kind: 'word' },
    { header: 'at ms', kind: 'number' },
    { header: 'gap µs', kind: 'number' },
    { header: 'of it µs', kind: 'number' },
    { header: 'device', kind: 'word', isOptional: true },
    { header: 'before', kind: 'name' },
  ];
  const rows = gaps.map(({ gap, cause }): Cell[] => [
    IDLE_CAUSE_WORDS[cause],
    formatFixed(gap.start_ns / 1e6, 2),
    MICROSECONDS.format(gap.duration_ns),
    MICROSECONDS.format(gap.cause_ns),
    hasSeveralDevices ? gap.device : '',
    gap.next_kernel === null ? NO_NEXT_KERNEL : context.kernelLabel(gap.next_kernel),
  ]);
  return ['', ...renderTable(columns, rows, context)];
}
