import type { Collective } from '../../../schemas/communication.js';
import type { CollectiveOp } from './collective-op.js';

const MIB = 1024 ** 2;
// Bounds of `rccl_analysis.analyze_collectives`, as its answer is defined: they sort messages roughly, and no recording
// was measured for them.
/** From this size on RCCL's tuning model prefers rings for AllReduce, below it trees. */
const RING_BYTES = MIB;
/** Above this size bandwidth governs, below 1 MiB latency. */
const BANDWIDTH_BYTES = 16 * MIB;
/** GPUs that one node of the Instinct platforms joins by xGMI. */
const RANKS_PER_NODE = 8;
/** Of the peak of the links between the GPUs. */
const POOR_BELOW_PCT = 40;
const FAIR_BELOW_PCT = 70;
/** `..._RING_LL_...` in names of older kernels. */
const ALGORITHM_IN_KERNEL = /_(RING|TREE)_/;

/**
 * The algorithm that RCCL most likely used: as the kernel's name has it, else by operation and size; `unknown` where the
 * operation is unknown, or where the size decides and is not recorded. A hint, not a measurement.
 */
export function algorithmHint(op: CollectiveOp, messageBytes: number | null, kernelName: string | null): string {
  const named = ALGORITHM_IN_KERNEL.exec(kernelName ?? '')?.[1];
  if (named !== undefined) return named === 'RING' ? 'Ring' : 'Tree';
  switch (op) {
    case 'AllReduce':
      return messageBytes === null ? 'unknown' : messageBytes >= RING_BYTES ? 'Ring' : 'Tree';
    case 'AllGather':
    case 'ReduceScatter':
      return 'Ring';
    case 'AllToAll':
      return 'Pairwise';
    case 'Unknown':
      return 'unknown';
    default:
      return 'direct';
  }
}

/** Where the ranks are: `multi-node` if that is known or there are more than one node holds; `unknown` without a rank count. */
export function topologyHint(ranks: number | null, isMultiNode: boolean): string {
  if (isMultiNode) return 'multi-node';
  if (ranks === null) return 'unknown';
  if (ranks <= 1) return 'single-rank';
  return ranks <= RANKS_PER_NODE ? 'intra-node' : 'multi-node';
}

/** Whether latency or bandwidth governs a message of this size: below 1 MiB, above 16 MiB, or between. */
export function regimeOf(messageBytes: number | null): Collective['regime'] {
  if (messageBytes === null) return 'unknown';
  if (messageBytes < MIB) return 'latency-bound';
  return messageBytes > BANDWIDTH_BYTES ? 'bandwidth-bound' : 'algo-dependent';
}

/** Below 40 % of the peak poor, below 70 % fair, else good. */
export function efficiencyLabel(efficiencyPct: number | null): Collective['efficiency_label'] {
  if (efficiencyPct === null) return 'unknown';
  if (efficiencyPct < POOR_BELOW_PCT) return 'poor';
  return efficiencyPct < FAIR_BELOW_PCT ? 'fair' : 'good';
}
