import type { Report } from '@perfxpert/agents';
import { formatDuration, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

type Quality = Report['trace_quality'];

/** Counted oddities and their words; a count of 0 or null says nothing. */
const ODDITIES: readonly [keyof Quality, string, string][] = [
  ['null_times', 'row without a usable start or end left out', 'rows without a usable start or end left out'],
  ['negative_durations', 'row that ends before it starts left out', 'rows that end before they start left out'],
  ['zero_duration_dispatches', 'dispatch of zero length', 'dispatches of zero length'],
  ['unnamed_kernels', 'dispatch of a kernel without a name', 'dispatches of kernels without a name'],
  ['dispatches_without_grid', 'dispatch without launch parameters', 'dispatches without launch parameters'],
  ['unknown_size_copies', 'copy of unknown size', 'copies of unknown size'],
  ['host_copies', 'copy without a GPU at either end', 'copies without a GPU at either end'],
  ['zero_length_api_calls', 'API call recorded as a point in time', 'API calls recorded as points in time'],
  [
    'unclosed_markers',
    'marker without an end closed at the last event of its thread',
    'markers without an end closed at the last event of their thread',
  ],
  ['bad_extdata', 'extra-data text that is no JSON', 'extra-data texts that are no JSON'],
  ['launches_without_dispatch', 'launch call without a dispatch', 'launch calls without a dispatch'],
  ['dispatches_without_launch', 'dispatch that names no launch call', 'dispatches that name no launch call'],
  ['duplicate_files', 'file that repeats a process already read', 'files that repeat a process already read'],
];

/** What was left out or is odd, with counts; nothing for a clean trace. */
export function renderTraceQuality({ trace_quality: quality }: Report, context: TextContext): Section | null {
  const facts = [...describeLoss(quality), ...describeOddities(quality), ...describeClock(quality)];
  if (facts.length === 0) return null;
  return { title: 'TRACE QUALITY', lines: facts.flatMap((fact) => paragraph(fact, context, { label: '-' })) };
}

function describeOddities(quality: Quality): string[] {
  return ODDITIES.flatMap(([field, singular, several]) => {
    const value = quality[field];
    return typeof value === 'number' && value > 0 ? [plural(value, singular, several)] : [];
  });
}

function describeLoss(quality: Quality): string[] {
  if (!quality.lossy) return [];
  const { missing_frac: missing, launch_calls: launches } = quality;
  const share = missing === null ? '' : `, an estimated ${formatPercent(100 * missing)} of them`;
  const calls = launches === null ? '' : ` (${plural(launches, 'launch call')})`;
  return [`the recording lost dispatches${share}${calls}`];
}

function describeClock({ clock_offset_ns: offsetNs }: Quality): string[] {
  if (offsetNs === null || offsetNs === 0) return [];
  return [
    `host and device clocks disagree: kernels start up to ${formatDuration(Math.abs(offsetNs))} before their launch`,
  ];
}
