import { COLLECTIVE_OPS } from '../../../terms/collective-ops.js';
import type { Collective, Communication } from '../../../schemas/communication.js';
import { roundTo } from '../../statistics/round-to.js';
import { percentOf } from '../../statistics/percent-of.js';
import type { CommunicationPart } from './collect-communication.js';
import { compareRanks } from './compare-ranks.js';
import type { RankComparison } from './compare-ranks.js';
import { algorithmHint, efficiencyLabel, regimeOf, topologyHint } from './collective-hints.js';
import { summarizeCommunication } from './summarize-communication.js';
import { longestRows } from './longest-rows.js';
import { measureCollectives } from './measure-collectives.js';
import type { MeasuredCollectives } from './measure-collectives.js';
import type { MergeContext } from '../merge-context.js';

/** Collectives listed; the others are in the summary only. */
const MAX_COLLECTIVES = 200;

/** What a caller may set beside the facts. */
export interface CommunicationOptions {
  /** Architecture whose links the peaks are taken of, in place of the one that the trace names. */
  readonly peakGfxId?: string;
}

/**
 * Communication of all processes; null where there is none. Collectives are listed by duration descending, then by
 * process, device and start.
 *
 * `duration_ns` is time in the collective on one device: transfer and waiting for other ranks, which one rank alone
 * cannot tell apart; `ranks` and `arrivals` do where several ranks are in the trace. Bus bandwidth = message size * bus
 * factor / duration. What is not recorded is null: sizes, or the number of ranks.
 */
export function mergeCommunication(
  parts: readonly (CommunicationPart | null)[],
  context: MergeContext,
  { peakGfxId }: CommunicationOptions = {},
): Communication | null {
  const measured = measureCollectives(parts, context, peakGfxId);
  if (measured.length === 0) return null;
  const longest = longestRows(
    measured.map(({ durationNs }) => durationNs),
    MAX_COLLECTIVES,
  );
  const comparison = compareRanks(measured, context);
  const summary = { ...summarizeCommunication(measured), ...comparison.summary };
  return {
    collectives: longest.flatMap(({ list, row }) => {
      const own = measured[list];
      return own === undefined ? [] : [{ ...describe(own, row, context), ...waitOf(comparison, own, row) }];
    }),
    collective_count: summary.op_count,
    summary,
    ranks: comparison.ranks,
    arrivals: comparison.arrivals,
    capture_incomplete: summary.capture_incomplete,
  };
}

function waitOf(
  { rowTimes }: RankComparison,
  measured: MeasuredCollectives,
  row: number,
): Pick<Collective, 'wait_ns' | 'skew_ns'> {
  const own = rowTimes.get(measured);
  return { wait_ns: known(own?.waitNs[row]), skew_ns: known(own?.skewNs[row]) };
}

function describe(
  measured: MeasuredCollectives,
  row: number,
  context: MergeContext,
): Omit<Collective, 'wait_ns' | 'skew_ns'> {
  const { part, processIndex, isMultiNode } = measured;
  const { collectives, windowStartNs } = part;
  const op = COLLECTIVE_OPS[collectives.op[row] ?? 0] ?? 'Unknown';
  const kernelName = collectives.kernelNames[collectives.kernelName[row] ?? -1] ?? null;
  const durationNs = measured.durationNs[row] ?? 0;
  const size = known(measured.messageBytes[row]);
  const ranks = known(measured.ranks[row]);
  const peak = known(measured.peakGbps[row]);
  const busBytes = known(measured.busBytes[row]);
  const bandwidth = busBytes === null || durationNs === 0 ? null : busBytes / durationNs;
  // One rank sends nothing: there is no link to be efficient on.
  const efficiency = bandwidth === null || peak === null || ranks === 1 ? null : roundTo((100 * bandwidth) / peak, 2);
  const device = context.devices[context.deviceIndex(processIndex, collectives.agent[row] ?? -1)];
  const start = known(collectives.startNs[row]);
  return {
    op_type: op,
    device: device?.label ?? 'unknown',
    kernel_name: kernelName,
    start_ns: start === null || windowStartNs === null ? null : start - windowStartNs,
    msg_bytes: size,
    duration_ns: durationNs,
    effective_bw_gbps: bandwidth === null ? null : roundTo(bandwidth, 3),
    peak_bw_gbps: peak,
    efficiency_pct: efficiency,
    efficiency_label: efficiencyLabel(efficiency),
    overlap_pct: roundTo(percentOf(collectives.coveredNs[row] ?? 0, durationNs), 2),
    algo_hint: algorithmHint(op, size, kernelName),
    topology_hint: topologyHint(ranks, isMultiNode),
    regime: regimeOf(size),
    ranks: ranks ?? 1,
  };
}

function known(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
