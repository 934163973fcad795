import type { Hotspot } from '../../schemas/hotspot.js';
import type { KernelDiagnosis, KernelFigure } from '../../schemas/kernel-diagnosis.js';
import type { RooflineKernel } from '../../schemas/roofline.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { flopRates } from './flop-rates.js';
import { instructionMix } from './instruction-mix.js';
import { measured, metricFigure, unmeasured, whyMissing } from './kernel-figure.js';
import { kernelHints } from './kernel-hints.js';
import { isOwnWork } from './kernel-limit.js';
import type { KernelLimit } from './kernel-limit.js';

/**
 * What the trace says about one kernel: how near it comes to each limit of its GPU, by counters where there are any, and
 * what its static data lets one suspect. Nothing is guessed: what was not measured is null with its reason.
 *
 * @param limits of the trace (`kernelLimits`)
 */
export function diagnoseKernel(facts: TraceFacts, hotspot: Hotspot, limits: readonly KernelLimit[]): KernelDiagnosis {
  const limiter = limits.find((limit) => limit.hotspot.name === hotspot.name)?.limiter ?? null;
  const figure = (id: string, unit: string, scale = 1): KernelFigure => metricFigure(facts, hotspot, id, unit, scale);
  const resource = facts.kernelResources.kernels.find(({ name }) => name === hotspot.name) ?? null;
  const occupancy = resource?.occupancy ?? null;
  return {
    limiter,
    limiter_reason: limiter === null ? limiterReason(facts, hotspot) : null,
    achieved_bandwidth: figure('HBM_BW', 'GB/s'),
    bandwidth_utilization: figure('hbm_bw_utilization', 'percent', 100),
    ...flopRates(facts, hotspot),
    ...rooflineFigures(facts, hotspot),
    vector_busy: figure('VALUBusy', 'percent'),
    matrix_busy: figure('MfmaUtil', 'percent'),
    occupancy_measured: figure('OccupancyPercent', 'percent'),
    occupancy_allowed:
      occupancy === null
        ? unmeasured('percent', resource?.occupancy_reason ?? 'its registers, LDS or GPU are unknown')
        : measured(occupancy.percent, 'percent'),
    occupancy_limiter: occupancy?.limiting_resource ?? null,
    lds_conflicts: figure('LdsBankConflictPerAccess', 'conflicts per access'),
    l1_hit_rate: figure('l1_hit_rate', 'fraction'),
    l2_hit_rate: figure('l2_hit_rate', 'fraction'),
    ...instructionMix(facts, hotspot),
    hints: kernelHints(facts, hotspot),
  };
}

/** The hotspots, each with its diagnosis. */
export function withKernelDiagnosis(
  facts: TraceFacts,
  hotspots: readonly Hotspot[],
  limits: readonly KernelLimit[],
): Hotspot[] {
  return hotspots.map((hotspot) => ({ ...hotspot, diagnosis: diagnoseKernel(facts, hotspot, limits) }));
}

function limiterReason(facts: TraceFacts, hotspot: Hotspot): string {
  if (!isOwnWork(hotspot)) return 'a collective: busy units say nothing about the wait inside';
  return whyMissing(facts, hotspot, 'the counters recorded do not show what bounds it');
}

type RooflineFigures = Pick<
  KernelDiagnosis,
  'flop_rate' | 'arithmetic_intensity' | 'roofline_side' | 'roofline_reason'
>;

function rooflineFigures(facts: TraceFacts, hotspot: Hotspot): RooflineFigures {
  const point = facts.roofline?.kernels.find(({ name }) => name === hotspot.name) ?? null;
  const dropped = facts.roofline?.dropped.find(({ name }) => name === hotspot.name)?.reason ?? null;
  const reason = point?.reason ?? whyMissing(facts, hotspot, dropped ?? 'it is no point of the roofline');
  const figure = (value: number | null, unit: string): KernelFigure =>
    value === null ? unmeasured(unit, reason) : measured(value, unit);
  const side: RooflineKernel['bottleneck_class'] = point?.bottleneck_class ?? null;
  return {
    flop_rate: figure(point?.achieved_flops_per_s ?? null, 'FLOP/s'),
    arithmetic_intensity: figure(point?.ai ?? null, 'FLOP per byte'),
    roofline_side: side,
    roofline_reason: side === null ? reason : null,
  };
}
