import type { Report } from '@perfxpert/agents';
import { formatCount, formatDuration, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { table } from '../parts/table.js';

/** A kind of data: there, there in part, or not there; and what its absence costs. */
interface Part {
  readonly name: string;
  readonly state: 'whole' | 'part' | 'none';
  readonly detail: string;
  readonly cost: string;
}

const MARKS = { whole: '✓', part: '~', none: '✗' } as const;

/** What the trace holds of what a full diagnosis takes; opens to the details. */
export function qualityBadge({ report }: HtmlContext): Markup {
  const parts = partsOf(report);
  const whole = parts.filter(({ state }) => state === 'whole').length;
  const bars = parts.map(
    (_, index) =>
      markup`<rect x="${8 * index}" width="6" height="14" rx="1" class="${index < whole ? 'solid' : 'faint'}"  />`,
  );
  const rows = parts.map(({ name, state, detail, cost }) => [
    MARKS[state],
    name,
    detail,
    cost === '' ? markup`&nbsp;` : cost,
  ]);
  const list = table(
    [
      { header: '', kind: 'plain' },
      { header: 'Kind of data', kind: 'name' },
      { header: 'State', kind: 'text' },
      { header: 'What that costs', kind: 'text' },
    ],
    rows,
    { caption: 'What the trace holds' },
  );
  return markup`<details class="quality"><summary> <span class="badge"><svg width="${8 * parts.length}" height="14" aria-hidden="true">${bars}</svg>Trace quality: ${String(whole)} of ${String(parts.length)} kinds of data</span><span class="more"><span class="opens">${whole === parts.length ? 'Details' : 'What is missing'}</span><span class="closes">Hide</span></span></summary>${list}</details>`;
}

function partsOf(report: Report): Part[] {
  const {
    trace_quality: quality,
    hardware_counters: counters,
    api_breakdown: api,
    kernel_resources: resources,
  } = report;
  const occupancy = resources.kernels.filter((entry) => entry.occupancy !== null).length;
  return [
    dispatches(quality),
    launches(quality),
    {
      name: 'Host API calls',
      state: api.has_api_data ? (quality.zero_length_api_calls > 0 ? 'part' : 'whole') : 'none',
      detail: api.has_api_data
        ? `${plural(quality.api_calls, 'call')}, ${plural(quality.markers, 'marker range')}${ofWhich(quality.unclosed_markers, 'without an end')}, ${plural(quality.other_regions, 'other region')}${ofWhich(quality.zero_length_api_calls, 'recorded as points in time')}`
        : 'not recorded',
      cost: api.has_api_data ? '' : 'nothing tells what the host did while the GPU was idle',
    },
    {
      name: 'Sizes of copies',
      state: quality.copies === 0 || quality.unknown_size_copies === 0 ? 'whole' : 'part',
      detail: `${plural(quality.copies, 'copy', 'copies')}${ofWhich(quality.unknown_size_copies, 'of unknown size')}${ofWhich(quality.host_copies, 'without a GPU at either end')}`,
      cost: quality.unknown_size_copies === 0 ? '' : 'these are left out of bytes and rates',
    },
    {
      name: 'Registers, LDS, launch shapes',
      state: occupancy === 0 ? 'none' : occupancy < resources.kernels.length ? 'part' : 'whole',
      detail: `known for ${formatCount(occupancy)} of ${plural(resources.kernels.length, 'kernel')}${ofWhich(quality.dispatches_without_grid, 'dispatches without launch parameters')}`,
      cost: occupancy === 0 ? 'no occupancy' : '',
    },
    {
      name: 'Hardware counters',
      state: counters.has_counters ? 'whole' : 'none',
      detail: counters.has_counters ? plural(Object.keys(counters.counters ?? {}).length, 'counter') : 'not recorded',
      cost: counters.has_counters ? '' : 'no roofline, and nothing tells what bounds a kernel',
    },
  ];
}

function dispatches(quality: Report['trace_quality']): Part {
  const odd = [
    ofWhich(quality.null_times, 'rows without usable times left out'),
    ofWhich(quality.negative_durations, 'rows that end before they start left out'),
    ofWhich(quality.zero_duration_dispatches, 'of zero length'),
    ofWhich(quality.unnamed_kernels, 'without a kernel name'),
    ofWhich(quality.bad_extdata, 'extra-data texts that are no JSON'),
    ofWhich(quality.duplicate_files, 'files that repeat a process'),
  ].join('');
  const lost =
    quality.missing_frac === null ? '' : `, an estimated ${formatPercent(100 * quality.missing_frac)} missing`;
  return {
    name: 'Kernels and copies',
    state: quality.dispatches + quality.copies === 0 ? 'none' : quality.lossy || odd !== '' ? 'part' : 'whole',
    detail: `${plural(quality.dispatches, 'dispatch', 'dispatches')} in ${plural(quality.processes, 'process', 'processes')}, ${formatDuration(quality.total_kernel_ns)} of summed kernel time${quality.lossy ? `; the recording lost some${lost}` : ''}${odd}`,
    cost: quality.lossy ? 'idle time can not be judged' : '',
  };
}

function launches(quality: Report['trace_quality']): Part {
  const { launch_calls: calls, launches_without_dispatch: lone, dispatches_without_launch: unlinked } = quality;
  const clock = quality.clock_offset_ns ?? 0;
  if (calls === null)
    return { name: 'Launch links', state: 'none', detail: 'no launch calls', cost: 'launch latency is unknown' };
  const isWhole = (lone ?? 0) === 0 && (unlinked ?? 0) === 0 && clock === 0;
  const offset = clock === 0 ? '' : `; kernels start up to ${formatDuration(Math.abs(clock))} before their launch`;
  return {
    name: 'Launch links',
    state: isWhole ? 'whole' : 'part',
    detail: `${plural(calls, 'launch call')}${ofWhich(lone ?? 0, 'without a dispatch')}${ofWhich(unlinked ?? 0, 'dispatches that name no call')}${offset}`,
    cost: isWhole ? '' : 'idle time cannot always be blamed on a call',
  };
}

function ofWhich(count: number, words: string): string {
  return count === 0 ? '' : `; ${formatCount(count)} ${words}`;
}
