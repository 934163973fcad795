import type { Report } from '@perfxpert/agents';
import { formatPercent, formatRate, formatSignificant } from '../../format-number.js';
import { plural } from '../../plural.js';
import { paragraph } from '../paragraph.js';
import { renderRooflineKernels } from '../roofline-kernels.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

type Roofline = NonNullable<Report['roofline']>;
type Kernel = Roofline['kernels'][number];

const TYPE_TOLD: Readonly<Record<Roofline['dtype_confidence'], string>> = {
  from_counters: 'by counters',
  from_hint: 'as told',
  from_kernel_name: 'by names of kernels',
  default: 'assumed, for no counter tells it',
};

/** Kernels under the roofs of the GPU: how much arithmetic per byte, how fast, and which roof is above them. */
export function renderRoofline({ roofline }: Report, context: TextContext): Section | null {
  if (roofline === undefined || roofline.kernels.length === 0) return null;
  return {
    title: 'ROOFLINE',
    aside: describeGpu(roofline),
    lines: [
      ...paragraph(describeResult(roofline, context), context),
      '',
      ...renderRooflineKernels(roofline, context),
      '',
      ...paragraph(describeCounting(roofline.kernels), context),
      ...paragraph(describeDropped(roofline, context), context),
      ...paragraph(describeRoofs(roofline), context, { paint: context.paint.note }),
      ...roofline.notes.flatMap((note) => paragraph(note, context, { label: '–', labelPaint: context.paint.note })),
    ],
  };
}

function describeGpu({ arch, sku, sku_assumed: isAssumed, hbm_bandwidth_bytes_per_s: bandwidth }: Roofline): string {
  const name = sku === null ? arch : `${isAssumed ? 'probably ' : ''}${sku} (${arch})`;
  return bandwidth === null ? name : `${name}, memory ${formatRate(bandwidth / 1e9)}`;
}

/** `3 of 4 kernels memory bound, 1 compute bound. k reaches 82.0% of the HBM roof, most time: fp32 by counters.` */
function describeResult(roofline: Roofline, context: TextContext): string {
  const [first] = roofline.kernels;
  const share =
    first === undefined || first.roof_pct === null
      ? ''
      : ` The longest, ${context.kernelLabel(first.name)}, reaches ${formatPercent(first.roof_pct)} of the roof above it.`;
  const { ai, flops_per_s: peak } = roofline.ridge_point;
  const ridge =
    ai === null || peak === null
      ? ''
      : ` Its ridge is at ${formatSignificant(ai)} operations per byte and ${formatFlops(peak)}.`;
  return (
    `${plural(roofline.kernel_count, 'kernel')} with counters: ${countClasses(roofline)}.${share} Most time in ` +
    `${roofline.dtype}, ${TYPE_TOLD[roofline.dtype_confidence]}.${ridge}`
  );
}

function countClasses({ kernels, kernel_count: total }: Roofline): string {
  const classes = new Map<string, number>();
  for (const { bottleneck_class: own } of kernels) {
    const word = own === null ? 'unknown' : own === 'balanced' ? 'balanced' : `${own} bound`;
    classes.set(word, (classes.get(word) ?? 0) + 1);
  }
  const listed = total > kernels.length ? `of the ${kernels.length} listed ` : '';
  return `${listed}${[...classes].map(([word, count]) => `${count} ${word}`).join(', ')}`;
}

/** What a reader must know of the figures in the table. */
function describeCounting(kernels: readonly Kernel[]): string {
  const some = (test: (kernel: Kernel) => boolean): number => kernels.filter(test).length;
  const estimated = some((kernel) => kernel.flops_method === 'estimate');
  const partFlops = some((kernel) => kernel.flops_lower_bound);
  const partBytes = some((kernel) => kernel.bytes_lower_bound);
  const undisturbed = some((kernel) => kernel.duration_source === 'run_without_counters');
  const reasons = new Set(kernels.flatMap(({ reason }) => reason ?? []));
  const sentences = [
    estimated === 0 ? '' : `Operations of ${plural(estimated, 'kernel')} are estimated from instruction counts.`,
    partFlops === 0 ? '' : `Not every counter of operations was collected for ${plural(partFlops, 'kernel')}.`,
    partBytes === 0 ? '' : `Not all memory traffic was counted for ${plural(partBytes, 'kernel')}.`,
    undisturbed === 0 ? '' : `Times of ${plural(undisturbed, 'kernel')} are those of the run without counters.`,
    ...[...reasons].map((reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function describeDropped({ dropped, dropped_count: count }: Roofline, context: TextContext): string {
  const [first] = dropped;
  if (first === undefined) return '';
  return `${plural(count, 'kernel')} with counters not placed, first ${context.kernelLabel(first.name)}: ${first.reason}.`;
}

function describeRoofs({ roofs }: Roofline): string {
  if (roofs.length === 0) return '';
  const texts = roofs.map((roof) => {
    const derived = roof.source === 'derived' ? ' (derived)' : '';
    if (roof.kind === 'memory') return `${roof.name} ${formatRate((roof.bytes_per_s ?? 0) / 1e9)}${derived}`;
    return `${roof.name} ${formatFlops(roof.flops_per_s ?? 0)}${derived}`;
  });
  return `Roofs: ${texts.join(', ')}.`;
}

function formatFlops(perSecond: number): string {
  return `${formatSignificant(perSecond / 1e12)} TFLOP/s`;
}
