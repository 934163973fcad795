import type { Report } from '@perfxpert/agents';
import { formatBytes, formatDuration, formatPercent, formatSignificant } from '../../format-number.js';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';

type Kernel = NonNullable<Report['roofline']>['kernels'][number];

/** What a point of the roofline says, a line each; the first is its kernel. */
export function describePoint(kernel: Kernel, context: HtmlContext): string {
  const { ai, achieved_flops_per_s: rate, roof_pct: share } = kernel;
  return [
    context.kernelLabel(kernel.name),
    rate === null || ai === null
      ? ''
      : `${kernel.flops_lower_bound ? '≥ ' : ''}${formatSignificant(rate / 1e12)} TFLOP/s (${kernel.fp_type}), ${formatSignificant(ai)} FLOP/B`,
    share === null ? '' : `${String(Math.round(share))}% of ${roofName(kernel)}`,
    `${formatDuration(kernel.duration_ns)} in ${plural(kernel.dispatch_count, 'launch', 'launches')}, ${formatPercent(kernel.duration_pct)} of counted kernel time`,
    `${kernel.bytes_lower_bound ? '≥ ' : ''}${formatBytes(kernel.bytes)} at ${formatSignificant(kernel.achieved_bytes_per_s / 1e9)} GB/s`,
    `${kernel.confidence} confidence`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** The roof above a kernel. */
export function roofName({ bottleneck_class: bound, compute_roof: roof }: Kernel): string {
  return bound === 'compute' && roof !== null ? `the ${roof} roof` : 'the HBM roof';
}
