import * as v from 'valibot';
import { amount, bytes, count, nanoseconds, percent, signed, text } from './numbers.js';

export const COLLECTIVE_OPS = [
  'AllReduce',
  'AllGather',
  'ReduceScatter',
  'Broadcast',
  'Reduce',
  'AllToAll',
  'SendRecv',
  'Unknown',
] as const;

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
  capture_incomplete: v.boolean(),
});

export type Communication = v.InferOutput<typeof CommunicationSchema>;
export type Collective = v.InferOutput<typeof CollectiveSchema>;
