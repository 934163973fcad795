import { formatCount, formatWholePercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { describeThermal, describeThermalReasons, thermalFigures } from '../../thermal-words.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import { headers } from '../parts/headers.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

const MOST_GPUS = 64;

/** Temperatures, power and throttling in the monitor log beside the trace. */
export function thermalSection({ report: { thermal } }: HtmlContext): HtmlSection | null {
  if (thermal === undefined) return null;
  const rest = thermal.per_gpu.length - MOST_GPUS;
  const rows = thermal.per_gpu
    .slice(0, MOST_GPUS)
    .map((gpu) => [
      `GPU ${String(gpu.gpu_id)}`,
      ...thermalFigures(gpu),
      gpu.clock_spread_frac === null ? null : formatWholePercent(gpu.clock_spread_frac),
    ]);
  rows.push(['All', ...thermalFigures(thermal), null]);
  return {
    id: 'thermal',
    title: 'Temperature and power',
    count: formatCount(thermal.gpu_count),
    take: describeThermal(
      thermal,
      `${plural(thermal.gpu_count, 'GPU')}, ${plural(thermal.sample_count, 'sample')}${thermal.source === null ? '' : ` of ${thermal.source}`}: ${thermal.verdict}.`,
    ),
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
    )}${rest > 0 ? markup`<p class="note">${plural(rest, 'GPU')} more in JSON.</p>` : null}${[...describeThermalReasons(thermal, MOST_GPUS), ...thermal.remarks].map((line) => markup`<p class="note">${line}</p>`)}`,
  };
}
