import type { Report } from '@perfxpert/agents';
import { formatWholePercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { describeThermal, describeThermalReasons, thermalFigures } from '../../thermal-words.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Thermal = NonNullable<Report['thermal']>;

const MOST_GPUS = 16;

/** Temperatures, power and throttling in the captured monitor log, by GPU and over all. */
export function renderThermal({ thermal }: Report, context: TextContext): Section | null {
  if (thermal === undefined) return null;
  const rest = thermal.per_gpu.length - MOST_GPUS;
  return {
    title: 'TEMPERATURE AND POWER',
    aside: `monitor log${thermal.source === null ? '' : ` of ${thermal.source}`}, ${plural(thermal.sample_count, 'sample')}`,
    lines: [
      ...paragraph(describeThermal(thermal, `${plural(thermal.gpu_count, 'GPU')}: ${thermal.verdict}.`), context),
      '',
      ...renderGpus(thermal, context),
      ...(rest > 0 ? paragraph(`${plural(rest, 'GPU')} more`, context) : []),
      ...describeThermalReasons(thermal, MOST_GPUS).flatMap((line) => paragraph(line, context)),
      ...thermal.remarks.flatMap((remark) => paragraph(remark, context)),
    ],
  };
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
      ...thermalFigures(gpu),
      gpu.clock_spread_frac === null ? null : formatWholePercent(gpu.clock_spread_frac),
    ]);
  return renderTable(columns, [...rows, ['all', ...thermalFigures(thermal), '']], context);
}
