import * as v from 'valibot';
import { amount, bytes, count, nanoseconds, percent, signed, text } from './numbers.js';
import { COLLECTIVE_OPS } from '../terms/collective-ops.js';

export const CollectiveSchema = v.object({
  op_type: v.picklist(COLLECTIVE_OPS),
  device: text('Label of the device the kernel ran on'),
  kernel_name: v.nullable(text('Device kernel of the collective; null where no kernel matches the call')),
  start_ns: v.nullable(signed('Start of the kernel relative to the start of its process window, nanoseconds')),
  msg_bytes: v.nullable(bytes('Message size by the nccl-tests convention; null where not recorded')),
  duration_ns: nanoseconds('Duration of the device kernel; 0 where none matches'),
  effective_bw_gbps: v.nullable(amount('Bus bandwidth, decimal GB/s, 3 digits; null without size or rank count')),
  peak_bw_gbps: v.nullable(amount('One-way peak of the link, decimal GB/s')),
  efficiency_pct: v.nullable(amount('100 * effective / peak, 2 digits; may pass 100')),
  efficiency_label: v.picklist(['poor', 'fair', 'good', 'unknown']),
  overlap_pct: percent('Part of its own time that other kernels cover'),
  algo_hint: text('Ring, Tree, Pairwise or direct'),
  topology_hint: text('single-rank, intra-node or multi-node'),
  regime: v.picklist(['latency-bound', 'bandwidth-bound', 'algo-dependent', 'unknown']),
  ranks: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Ranks of the communicator as far as known')),
  wait_ns: v.nullable(
    nanoseconds('Start of the last rank minus own start; null where not matched across ranks of one clock'),
  ),
  skew_ns: v.nullable(nanoseconds('Last minus first start of the ranks; null likewise')),
});

/** One rank: a device of a process that ran communication kernels. */
export const CommunicationRankSchema = v.object({
  rank: v.nullable(count('Number of the rank as its launcher set it; null where it did not')),
  device: text('Label of the device'),
  kernel_count: count('Communication kernels of the rank'),
  matched_count: count('Of them those with a counterpart on the other ranks'),
  time_ns: nanoseconds('Summed time in communication kernels: waiting and transfer'),
  transfer_ns: v.nullable(
    nanoseconds('Summed shortest kernel over the ranks of its matched collectives; null without'),
  ),
  excess_ns: v.nullable(nanoseconds('Its own kernel time above that; null likewise')),
  wait_ns: v.nullable(
    nanoseconds('Summed start of the last rank minus own start; null without matched collectives on one clock'),
  ),
  delay_ns: v.nullable(nanoseconds('Summed own start minus start of the first rank; null likewise')),
  derived_delay_ns: v.nullable(
    nanoseconds('Summed longest kernel over the ranks minus own kernel; needs no clock; null without matched'),
  ),
  last_count: v.nullable(count('Matched collectives to which it came last; null without a common clock')),
});

/** When the ranks came to one collective. */
export const ArrivalSchema = v.object({
  op_type: v.picklist(COLLECTIVE_OPS),
  start_ns: v.nullable(
    nanoseconds('First start of the ranks, from the start of the window of their processes; null without a clock'),
  ),
  rank_count: v.pipe(v.number(), v.integer(), v.minValue(2), v.description('Ranks that were matched')),
  communication_ns: nanoseconds('Shortest kernel of the ranks: the transfer'),
  longest_ns: nanoseconds('Longest kernel of the ranks'),
  skew_ns: v.nullable(nanoseconds('Last minus first start; null without a common clock')),
  wait_ns: v.nullable(nanoseconds('Start of the last rank minus own start, summed over the ranks; null likewise')),
  last_rank: v.nullable(
    count('Place in `ranks` of the one that came last; null where all came at once or there is no clock'),
  ),
  msg_bytes: v.nullable(bytes('Message size by the nccl-tests convention; null where not recorded')),
  transfer_bw_gbps: v.nullable(amount('Bus bandwidth of the transfer alone, decimal GB/s, 3 digits; null likewise')),
  starts_ns: v.nullable(
    v.pipe(
      v.array(v.nullable(nanoseconds('Own start minus first start'))),
      v.description('In the order of `ranks`, null for ranks that took no part; null without a common clock'),
    ),
  ),
  durations_ns: v.pipe(
    v.array(v.nullable(nanoseconds('Kernel time'))),
    v.description('In the order of `ranks`, null for ranks that took no part'),
  ),
});

export const CommunicationSummarySchema = v.object({
  op_count: count('Collectives'),
  kernel_count: count('Communication kernels'),
  ranks: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Ranks as far as known')),
  dominant_op: v.nullable(text('Operation with the most time')),
  peak_bw_gbps: v.nullable(amount('One-way peak of the link, decimal GB/s')),
  avg_bw_gbps: v.nullable(amount('Byte-weighted bus bandwidth, 3 digits')),
  avg_efficiency_pct: v.nullable(amount('avg_bw over peak, 2 digits')),
  total_ns: nanoseconds('Summed time in communication kernels'),
  union_ns: nanoseconds('Union of communication kernels over the devices'),
  exposed_ns: nanoseconds('Part of the union that no other kernel covers'),
  overlap_pct: percent('100 * (union - exposed) / union; 0 without communication'),
  communication_ns: v.nullable(
    nanoseconds('Shortest kernel of the ranks, summed over the matched collectives: transfer without waiting'),
  ),
  wait_ns: v.nullable(nanoseconds('Waiting for the last rank, summed over ranks and matched collectives')),
  skew_ns: v.nullable(nanoseconds('Last minus first start of the ranks, summed over the matched collectives')),
  matched_count: count('Collectives matched across ranks'),
  unmatched_kernel_count: count('Communication kernels without a counterpart on other ranks'),
  ranks_reason: v.nullable(text('Why ranks, or some of their collectives, could not be compared; null if all were')),
  missing_rank_count: v.nullable(count('Ranks of the job that are not in the trace; null where its size is unknown')),
  missing_ranks: v.nullable(
    v.pipe(v.array(count('Number of the rank')), v.description('The missing ranks, at most 64; null if not known')),
  ),
  capture_incomplete: v.boolean(),
  measured_metrics_available: v.boolean(),
  fallback_kernel_count: v.optional(count('Kernels recognised by name only')),
  observed_total_duration_ns: v.optional(nanoseconds('Summed time of those kernels')),
  incomplete_reason: v.optional(text('What the trace lacks')),
  reason: v.nullable(text('Why bandwidth is null')),
});

export const CommunicationSchema = v.object({
  collectives: v.pipe(v.array(CollectiveSchema), v.description('By duration descending; at most 200')),
  collective_count: count('Collectives found, before the cut'),
  summary: CommunicationSummarySchema,
  ranks: v.pipe(v.array(CommunicationRankSchema), v.description('By number of the rank, then device')),
  arrivals: v.pipe(
    v.array(ArrivalSchema),
    v.description('Collectives matched across ranks, in order of start; at most 200, those with the longest kernels'),
  ),
  capture_incomplete: v.boolean(),
});

export type Communication = v.InferOutput<typeof CommunicationSchema>;
export type CommunicationRank = v.InferOutput<typeof CommunicationRankSchema>;
export type Arrival = v.InferOutput<typeof ArrivalSchema>;
export type Collective = v.InferOutput<typeof CollectiveSchema>;
