import type { Report } from '@perfxpert/agents';
import { formatDuration } from '../../format-number.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';

type Durations = Pick<Report['hotspots'][number], 'min_duration' | 'median_duration' | 'p95_duration' | 'max_duration'>;

const WIDTH = 96;

/** Launch durations on a logarithmic axis that all kernels share: minimum to maximum, median to 95th percentile. */
export function spreadPlot(durations: Durations, [shortest, longest]: readonly [number, number]): Markup {
  const x = (nanoseconds: number): string => logPosition(nanoseconds, shortest, longest).toFixed(1);
  const { min_duration: least, median_duration: median, p95_duration: high, max_duration: most } = durations;
  const words = `from ${formatDuration(least)} to ${formatDuration(most)}, median ${formatDuration(median)}, 95th percentile ${formatDuration(high)}`;
  const width = Math.max(2, Number(x(high)) - Number(x(median)));
  return markup`<svg width="${WIDTH + 4}" height="16" role="img" aria-label="${words}"><title>${words}</title><rect class="faint" x="2" y="7" width="${WIDTH}" height="1"/><line class="tick" stroke-width="2" x1="${x(least)}" x2="${x(most)}" y1="7.5" y2="7.5"/><rect class="accent" x="${x(median)}" y="3" width="${width.toFixed(1)}" height="9" rx="1"/><rect class="solid" x="${x(median)}" y="1" width="1.6" height="13"/> </svg>`;
}

function logPosition(value: number, shortest: number, longest: number): number {
  const low = Math.log(Math.max(1, shortest));
  const high = Math.log(Math.max(1, longest));
  if (high <= low) return 2 + WIDTH / 2;
  return 2 + (WIDTH * (Math.log(Math.max(1, value)) - low)) / (high - low);
}
