import type { Report } from '@perfxpert/agents';
import { formatCount, formatFixed, formatPlain } from './format-number.js';
import { plural } from './plural.js';

type Thermal = NonNullable<Report['thermal']>;
type Figures = Omit<Thermal['per_gpu'][number], 'gpu_id' | 'clock_spread_frac'>;

/** What is to know about a monitor log before its figures; `opening` is the first sentence. */
export function describeThermal(thermal: Thermal, opening: string): string {
  const sentences = [
    opening,
    thermal.has_data ? '' : 'The log holds no readings.',
    thermal.reason ?? '',
    thermal.truncated ? 'Only the beginning of the log was read, for its size.' : '',
    thermal.unparsed_records === 0 ? '' : `${plural(thermal.unparsed_records, 'record')} could not be read.`,
    'The clock of the log is not that of the trace: all of it is judged.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Verdict, temperatures, power, throttling and number of samples of one row, as the cells of a table. */
export function thermalFigures(entry: Figures): (string | null)[] {
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

/** One sentence for all GPUs and for each of the first `most` that has limits to name; all GPUs first, unless it is one. */
export function describeThermalReasons(thermal: Thermal, most: number): string[] {
  const all = { name: 'All GPUs', ...thermal };
  const each = thermal.per_gpu.slice(0, most).map((gpu) => ({ name: `GPU ${gpu.gpu_id}`, ...gpu }));
  return (each.length > 1 ? [all, ...each] : [...each, all]).flatMap((entry) => {
    const parts = [
      entry.throttle_reasons.length === 0 ? '' : `named limits: ${entry.throttle_reasons.join(', ')}`,
      entry.power_limited ? 'at its power cap' : '',
      entry.power_throttle_suspected ? 'slowed down by power' : '',
    ].filter((part) => part !== '');
    return parts.length === 0 ? [] : [`${entry.name}: ${parts.join('; ')}.`];
  });
}

function degrees(value: number | null): string | null {
  return value === null ? null : formatPlain(Math.round(value * 10) / 10);
}
