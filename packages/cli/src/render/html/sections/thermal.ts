import type { Report } from '@perfxpert/agents';
import { formatCount, formatFixed, formatPlain, formatWholePercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import { headers } from '../parts/headers.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Thermal = NonNullable<Report['thermal']>;
type Figures = Omit<Thermal['per_gpu'][number], 'gpu_id' | 'clock_spread_frac'>;

const MOST_GPUS = 64;

/** Temperatures, power and throttling in the monitor log beside the trace. */
export function thermalSection({ report: { thermal } }: HtmlContext): HtmlSection | null {
  if (thermal === undefined) return null;
  const rest = thermal.per_gpu.length - MOST_GPUS;
  const rows = thermal.per_gpu
    .slice(0, MOST_GPUS)
    .map((gpu) => [
      `GPU ${String(gpu.gpu_id)}`,
      ...figures(gpu),
      gpu.clock_spread_frac === null ? null : formatWholePercent(gpu.clock_spread_frac),
    ]);
  rows.push(['All', ...figures(thermal), null]);
  return {
    id: 'thermal',
    title: 'Temperature and power',
    count: formatCount(thermal.gpu_count),
    take: takeOf(thermal),
    body: markup`${table(
      headers(
        [
          'GPU',
          'Verdict',
          'Max, °C',
          'Mean',
          'p95',
          'Memory',
          'Headroom',
          'Max, W',
          'Near the limit',
          'Throttled',
          'Samples',
          'Clock spread',
        ],
        [1],
      ),
      rows,
      { caption: 'Temperature and power by GPU', hasTotal: true },
    )}${rest > 0 ? markup`<p class="note">${plural(rest, 'GPU')} more in JSON.</p>` : null}${[...reasons(thermal), ...thermal.remarks].map((line) => markup`<p class="note">${line}</p>`)}`,
  };
}

function takeOf(thermal: Thermal): string {
  return [
    `${plural(thermal.gpu_count, 'GPU')}, ${plural(thermal.sample_count, 'sample')}${thermal.source === null ? '' : ` of ${thermal.source}`}: ${thermal.verdict}.`,
    thermal.has_data ? '' : 'The log holds no readings.',
    thermal.reason ?? '',
    thermal.truncated ? 'Only the beginning of the log was read, for its size.' : '',
    thermal.unparsed_records === 0 ? '' : `${plural(thermal.unparsed_records, 'record')} could not be read.`,
    'The clock of the log is not that of the trace: all of it is judged.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function figures(entry: Figures): (string | null)[] {
  return [
    entry.verdict,
    degrees(entry.max_temp_c),
    degrees(entry.avg_temp_c),
    degrees(entry.p95_temp_c),
    degrees(entry.max_mem_temp_c),
    degrees(entry.thermal_headroom_c),
    entry.max_power_w === null ? null : formatFixed(entry.max_power_w, 0),
    formatCount(entry.throttle_events),
    formatCount(entry.reported_throttle_events),
    formatCount(entry.sample_count),
  ];
}

function degrees(value: number | null): string | null {
  return value === null ? null : formatPlain(Math.round(value * 10) / 10);
}

/** What the GPUs named as limits, and whether power slows them down. */
function reasons(thermal: Thermal): string[] {
  const each = thermal.per_gpu.slice(0, MOST_GPUS).map((gpu) => ({ ...gpu, name: `GPU ${String(gpu.gpu_id)}` }));
  return [...each, { ...thermal, name: 'All GPUs' }].flatMap((entry) => {
    const parts = [
      entry.throttle_reasons.length === 0 ? '' : `named limits: ${entry.throttle_reasons.join(', ')}`,
      entry.power_limited ? 'at its power cap' : '',
      entry.power_throttle_suspected ? 'slowed down by power' : '',
    ].filter((part) => part !== '');
    return parts.length === 0 ? [] : [`${entry.name}: ${parts.join('; ')}.`];
  });
}
