import type { Report } from '@perfxpert/agents';
import { formatCount, formatFixed, formatPlain, formatWholePercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Thermal = NonNullable<Report['thermal']>;
type Figures = Omit<Thermal['per_gpu'][number], 'gpu_id' | 'clock_spread_frac'>;

const MOST_GPUS = 16;

/** Temperatures, power and throttling in the captured monitor log, by GPU and over all. */
export function renderThermal({ thermal }: Report, context: TextContext): Section | null {
  if (thermal === undefined) return null;
  const rest = thermal.per_gpu.length - MOST_GPUS;
  return {
    title: 'TEMPERATURE AND POWER',
    aside: `monitor log${thermal.source === null ? '' : ` of ${thermal.source}`}, ${plural(thermal.sample_count, 'sample')}`,
    lines: [
      ...paragraph(describe(thermal), context),
      '',
      ...renderGpus(thermal, context),
      ...(rest > 0 ? paragraph(`${plural(rest, 'GPU')} more`, context) : []),
      ...describeReasons(thermal).flatMap((line) => paragraph(line, context)),
      ...thermal.remarks.flatMap((remark) => paragraph(remark, context)),
    ],
  };
}

function describe(thermal: Thermal): string {
  const sentences = [
    `${plural(thermal.gpu_count, 'GPU')}: ${thermal.verdict}.`,
    thermal.has_data ? '' : 'The log holds no readings.',
    thermal.reason === undefined ? '' : thermal.reason,
    thermal.truncated ? 'Only the beginning of the log was read, for its size.' : '',
    thermal.unparsed_records === 0 ? '' : `${plural(thermal.unparsed_records, 'record')} could not be read.`,
    "The log's clock is not that of the trace: all of it is judged.",
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function renderGpus(thermal: Thermal, context: TextContext): string[] {
  const columns: Column[] = [
    { header: 'GPU', kind: 'word' },
    { header: 'verdict', kind: 'word' },
    { header: 'max °C', kind: 'number' },
    { header: 'mean', kind: 'number', isOptional: true },
    { header: 'p95', kind: 'number' },
    { header: 'memory', kind: 'number' },
    { header: 'headroom', kind: 'number' },
    { header: 'max W', kind: 'number' },
    { header: 'near limit', kind: 'number' },
    { header: 'throttled', kind: 'number' },
    { header: 'samples', kind: 'number', isOptional: true },
    { header: 'dies', kind: 'number', isOptional: true },
  ];
  const rows = thermal.per_gpu
    .slice(0, MOST_GPUS)
    .map((gpu): Cell[] => [
      String(gpu.gpu_id),
      ...figures(gpu),
      gpu.clock_spread_frac === null ? null : formatWholePercent(gpu.clock_spread_frac),
    ]);
  return renderTable(columns, [...rows, ['all', ...figures(thermal), '']], context);
}

function figures(entry: Figures): Cell[] {
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
function describeReasons(thermal: Thermal): string[] {
  const all = { name: 'All GPUs', ...thermal };
  const each = thermal.per_gpu.slice(0, MOST_GPUS).map((gpu) => ({ name: `GPU ${gpu.gpu_id}`, ...gpu }));
  return (each.length > 1 ? [all, ...each] : [...each, all]).flatMap((entry) => {
    const parts = [
      entry.throttle_reasons.length === 0 ? '' : `named limits: ${entry.throttle_reasons.join(', ')}`,
      entry.power_limited ? 'at its power cap' : '',
      entry.power_throttle_suspected ? 'slowed down by power' : '',
    ].filter((part) => part !== '');
    return parts.length === 0 ? [] : [`${entry.name}: ${parts.join('; ')}.`];
  });
}
