import type { Report } from '@perfxpert/agents';
import { formatDuration, formatPercent, formatRate } from './format-number.js';
import { plural } from './plural.js';

type Communication = NonNullable<Report['communication']>;
type Summary = Communication['summary'];

/** How much time collectives took, and how much of it nothing covers. `among` stands behind the number of kernels. */
export function describeCollectiveTime(summary: Summary, among = ''): string {
  const { dominant_op: operation } = summary;
  const dominant = operation === null || operation === 'Unknown' ? '' : `, most of the time in ${operation}`;
  const kernels = plural(summary.kernel_count, 'kernel');
  return (
    `${plural(summary.op_count, 'collective')} in ${kernels}${among}${dominant}: ` +
    `${formatDuration(summary.total_ns)} summed, ${formatDuration(summary.union_ns)} where overlaps on a device count once, ` +
    `${formatDuration(summary.exposed_ns)} of it covered by no other kernel (overlap ${formatPercent(summary.overlap_pct)}).`
  );
}

/** What the comparison of ranks tells: transfer without waiting, waiting, and which ranks are not there. */
export function describeMatchedRanks(summary: Summary): string {
  const figures = [
    summary.communication_ns === null ? '' : `transfer without waiting ${formatDuration(summary.communication_ns)}`,
    summary.wait_ns === null ? '' : `waiting for the last rank ${formatDuration(summary.wait_ns)} over all ranks`,
    summary.skew_ns === null ? '' : `spread of arrivals ${formatDuration(summary.skew_ns)}`,
  ].filter((figure) => figure !== '');
  const sentences = [
    figures.length === 0
      ? ''
      : `${plural(summary.matched_count, 'collective')} matched across ranks: ${figures.join(', ')}.`,
    summary.unmatched_kernel_count === 0
      ? ''
      : `Without a counterpart on other ranks: ${plural(summary.unmatched_kernel_count, 'kernel')}.`,
    summary.ranks_reason === null ? '' : asSentence(summary.ranks_reason),
    describeMissing(summary),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Bandwidth of the collectives, or why there is none; empty where there is nothing to say. */
export function describeBandwidth({ summary, capture_incomplete: isIncomplete }: Communication): string {
  if (summary.measured_metrics_available) return describeMeasured(summary);
  const reason = summary.incomplete_reason ?? summary.reason;
  const sentences = [isIncomplete ? 'Capture incomplete' : 'Metrics unavailable', ...(reason === null ? [] : [reason])];
  const fallback = describeFallback(summary);
  return [asSentence(sentences.join(': ')), fallback].filter((part) => part !== '').join(' ');
}

function describeMissing({ missing_rank_count: count, missing_ranks: ranks }: Summary): string {
  if (count === null || count === 0) return '';
  const numbers = ranks === null || ranks.length === 0 ? '' : `: ${ranks.join(', ')}`;
  return `${plural(count, 'rank is', 'ranks are')} not in the trace${numbers}.`;
}

function asSentence(text: string): string {
  return `${text.replace(/\.$/, '')}.`;
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
