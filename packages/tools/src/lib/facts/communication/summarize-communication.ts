import { COLLECTIVE_OPS } from '../../../terms/collective-ops.js';
import type { Communication } from '../../../schemas/communication.js';
import { percentOf } from '../../statistics/percent-of.js';
import { roundTo } from '../../statistics/round-to.js';
import type { RankSummary } from './describe-ranks.js';
import type { MeasuredCollectives } from './measure-collectives.js';

interface Totals {
  opCount: number;
  kernelsWithoutCall: number;
  timeWithoutCallNs: number;
  callsWithoutKernel: number;
  sizedCount: number;
  rankedCount: number;
  /** Over the rows with a bandwidth. */
  busBytes: number;
  busNs: number;
  measuredCount: number;
  mostRanks: number;
  readonly nsByOp: Float64Array;
  readonly countByOp: Float64Array;
  readonly peaks: Set<number>;
}

/** The summary without what only a comparison of ranks can tell (`summarizeRanks`). */
export type OwnSummary = Omit<Communication['summary'], keyof RankSummary>;

/**
 * Totals over all processes. Kernel times: summed, their union per device added up, and the part of that which no other
 * kernel covers. avg_bw_gbps is weighted by bytes: summed bus bytes over summed kernel time of the collectives that have
 * both. dominant_op has the most kernel time, or, where no kernel is recorded, the most calls. peak_bw_gbps is null where
 * collectives have different peaks.
 *
 * The capture is incomplete where a communication kernel belongs to no recorded call.
 */
export function summarizeCommunication(measured: readonly MeasuredCollectives[]): OwnSummary {
  const totals = addUp(measured);
  const devices = measured.flatMap(({ part }) => part.devices);
  const sum = (of: (device: (typeof devices)[number]) => number): number =>
    devices.reduce((total, device) => total + of(device), 0);
  const kernelCount = sum((device) => device.kernelCount);
  const unionNs = sum((device) => device.unionNs);
  const exposedNs = sum((device) => device.exposedNs);
  const [peak] = totals.peaks;
  const commonPeak = totals.peaks.size === 1 && peak !== undefined && !Number.isNaN(peak) ? peak : null;
  const average = totals.busNs > 0 ? totals.busBytes / totals.busNs : null;
  const isIncomplete = totals.kernelsWithoutCall > 0;
  return {
    op_count: totals.opCount,
    kernel_count: kernelCount,
    ranks: totals.mostRanks,
    dominant_op: dominantOp(totals),
    peak_bw_gbps: commonPeak,
    avg_bw_gbps: average === null ? null : roundTo(average, 3),
    avg_efficiency_pct:
      average === null || commonPeak === null || totals.mostRanks === 1
        ? null
        : roundTo((100 * average) / commonPeak, 2),
    total_ns: sum((device) => device.totalNs),
    union_ns: unionNs,
    exposed_ns: exposedNs,
    overlap_pct: roundTo(percentOf(unionNs - exposedNs, unionNs), 2),
    capture_incomplete: isIncomplete,
    measured_metrics_available: totals.measuredCount > 0,
    ...(isIncomplete
      ? {
          fallback_kernel_count: totals.kernelsWithoutCall,
          observed_total_duration_ns: totals.timeWithoutCallNs,
          incomplete_reason:
            totals.kernelsWithoutCall === kernelCount
              ? 'No call of a communication library leads to these kernels; they were recognised by name.'
              : `${totals.kernelsWithoutCall} of ${kernelCount} communication kernels belong to no recorded call; they were recognised by name.`,
        }
      : {}),
    reason: average === null ? reasonOf(totals, kernelCount) : null,
  };
}

function addUp(measured: readonly MeasuredCollectives[]): Totals {
  const totals: Totals = {
    opCount: 0,
    kernelsWithoutCall: 0,
    timeWithoutCallNs: 0,
    callsWithoutKernel: 0,
    sizedCount: 0,
    rankedCount: 0,
    busBytes: 0,
    busNs: 0,
    measuredCount: 0,
    mostRanks: 1,
    nsByOp: new Float64Array(COLLECTIVE_OPS.length),
    countByOp: new Float64Array(COLLECTIVE_OPS.length),
    peaks: new Set(),
  };
  for (const own of measured) for (let row = 0; row < own.part.collectives.count; row++) addRow(totals, own, row);
  return totals;
}

function addRow(totals: Totals, measured: MeasuredCollectives, row: number): void {
  const { collectives } = measured.part;
  const durationNs = measured.durationNs[row] ?? 0;
  const op = collectives.op[row] ?? 0;
  const ranks = measured.ranks[row] ?? Number.NaN;
  const busBytes = measured.busBytes[row] ?? Number.NaN;
  const isSized = (measured.messageBytes[row] ?? Number.NaN) > 0;
  totals.opCount++;
  totals.nsByOp[op] = (totals.nsByOp[op] ?? 0) + durationNs;
  totals.countByOp[op] = (totals.countByOp[op] ?? 0) + 1;
  if (collectives.hasCall[row] === 0) {
    totals.kernelsWithoutCall++;
    totals.timeWithoutCallNs += durationNs;
  }
  if (collectives.kernelName[row] === -1) totals.callsWithoutKernel++;
  else totals.peaks.add(measured.peakGbps[row] ?? Number.NaN);
  if (collectives.isSized[row] === 1) totals.sizedCount++;
  if (!Number.isNaN(ranks)) {
    totals.rankedCount++;
    totals.mostRanks = Math.max(totals.mostRanks, ranks);
  }
  if (isSized && durationNs > 0) totals.measuredCount++;
  if (!Number.isNaN(busBytes) && durationNs > 0) {
    totals.busBytes += busBytes;
    totals.busNs += durationNs;
  }
}

function dominantOp({ nsByOp, countByOp }: Totals): string | null {
  const weights = nsByOp.some((ns) => ns > 0) ? nsByOp : countByOp;
  const most = Math.max(...weights);
  return most > 0 ? (COLLECTIVE_OPS[weights.indexOf(most)] ?? null) : null;
}

function reasonOf(totals: Totals, kernelCount: number): string {
  if (kernelCount === 0) return 'No communication kernel was recorded.';
  if (totals.kernelsWithoutCall === kernelCount)
    return 'No call of the communication library was recorded, so message sizes are unknown.';
  if (totals.sizedCount === 0) return 'Message sizes are not recorded; rocprofv3 writes no arguments of RCCL calls.';
  if (totals.rankedCount === 0) return 'The number of ranks is unknown.';
  return 'No collective has a kernel, a message size and a number of ranks at the same time.';
}
