import type { Report } from '@perfxpert/agents';
import { formatDuration, formatPercent, formatRate } from '../../format-number.js';
import { plural } from '../../plural.js';
import { renderCollectives } from '../collective-table.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

type Communication = NonNullable<Report['communication']>;
type Summary = Communication['summary'];

/** Time in collectives, what of it nothing covers, and bandwidth where the trace holds message sizes. */
export function renderCommunication({ communication }: Report, context: TextContext): Section | null {
  if (communication === undefined) return null;
  if (communication.collective_count === 0 && !communication.capture_incomplete) return null;
  const { summary } = communication;
  return {
    title: 'COMMUNICATION',
    aside: summary.ranks > 1 ? `${summary.ranks} ranks` : '',
    lines: [
      ...paragraph(describeTime(summary), context),
      ...paragraph(describeBandwidth(communication), context),
      '',
      ...renderCollectives(communication, context),
    ],
  };
}

function describeTime(summary: Summary): string {
  const { dominant_op: operation } = summary;
  const dominant = operation === null || operation === 'Unknown' ? '' : `, most of the time in ${operation}`;
  const kernels = plural(summary.kernel_count, 'kernel');
  return (
    `${plural(summary.op_count, 'collective')} in ${kernels}${dominant}: ${formatDuration(summary.total_ns)} summed, ` +
    `${formatDuration(summary.union_ns)} on the clock, ${formatDuration(summary.exposed_ns)} of it covered by no other ` +
    `kernel (overlap ${formatPercent(summary.overlap_pct)}).`
  );
}

function describeBandwidth({ summary, capture_incomplete: isIncomplete }: Communication): string {
  if (summary.measured_metrics_available) return describeMeasured(summary);
  const reason = summary.incomplete_reason ?? summary.reason;
  const sentences = [isIncomplete ? 'Capture incomplete' : 'Metrics unavailable', ...(reason === null ? [] : [reason])];
  const fallback = describeFallback(summary);
  return [`${sentences.join(': ').replace(/\.$/, '')}.`, fallback].filter((part) => part !== '').join(' ');
}

function describeMeasured(summary: Summary): string {
  const parts = [
    summary.avg_bw_gbps === null ? '' : `bus bandwidth ${formatRate(summary.avg_bw_gbps)}`,
    summary.peak_bw_gbps === null ? '' : `link peak ${formatRate(summary.peak_bw_gbps)}`,
    summary.avg_efficiency_pct === null ? '' : `${formatPercent(summary.avg_efficiency_pct)} of it`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Byte-weighted ${parts.join(', ')}.`;
}

function describeFallback(summary: Summary): string {
  const { fallback_kernel_count: count, observed_total_duration_ns: observedNs } = summary;
  if (count === undefined || count === 0) return '';
  const time = observedNs === undefined ? '' : `, ${formatDuration(observedNs)}`;
  return `${plural(count, 'kernel')} recognised by name only${time}.`;
}
