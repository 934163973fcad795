import type { Evidence } from '../../schemas/recommendation.js';
import { EVIDENCE_SOURCES, evidence, windowEvidence } from './evidence.js';
import { knownComputePct } from './known-compute.js';
import type { RuleInput, SteadyState } from './rule.js';
import { smallGrids } from './small-grids.js';

/**
 * The figures that a verdict and its sentences rest on: the parts of the window with what is derived from them, and
 * the counters. Without times, the counters alone.
 */
export function verdictEvidence({ facts, time, straggler, kernelLimits }: RuleInput): Evidence[] {
  const counters = Object.keys(facts.hardwareCounters.counters ?? {}).length;
  const recorded = [evidence('counters_recorded', counters, 'count')];
  if (time === null) return recorded;
  const { facts: source } = EVIDENCE_SOURCES;
  const { dispatches } = facts.traceQuality;
  const grids = smallGrids(facts, time);
  return [
    ...recorded,
    evidence('known_compute_pct', knownComputePct(kernelLimits), 'percent', source),
    evidence('wall_ns', time.wallNs, 'ns', EVIDENCE_SOURCES.time),
    ...windowEvidence(time, 'own_kernels', time.computeNs - time.communicationExposedNs, source),
    ...windowEvidence(time, 'communication_exposed', time.communicationExposedNs, source),
    ...windowEvidence(time, 'copy_exposed', time.copyExposedNs),
    ...windowEvidence(time, 'gpu_empty', time.emptyNs, source),
    ...windowEvidence(time, 'api_exposed_without_wait', time.apiWorkNs, source),
    ...windowEvidence(time, 'api_exposed_wait', time.apiWaitNs, source),
    ...windowEvidence(time, 'idle_other', time.idleNs, source),
    ...(dispatches === 0
      ? []
      : [evidence('empty_per_dispatch_ns', (time.emptyNs * time.deviceCount) / dispatches, 'ns', source)]),
    ...(grids === null ? [] : windowEvidence(time, 'small_grid_exclusive', grids.exclusiveNs, source)),
    ...(straggler === null ? [] : windowEvidence(time, 'straggler_bound', straggler.ns, source)),
  ];
}

/** Beginning of the figures of the main loop by itself. */
export const STEADY = 'steady_';

/** The same parts of the main loop without its warm-up, for a verdict about it. */
export function steadyEvidence({ facts, time: whole }: RuleInput, { time }: SteadyState): Evidence[] {
  const { facts: source } = EVIDENCE_SOURCES;
  const grids = smallGrids(facts, time);
  const { dispatches } = facts.traceQuality;
  return [
    ...(whole === null ? [] : windowEvidence(whole, 'steady_wall', time.wallNs, source)),
    ...windowEvidence(time, `${STEADY}compute`, time.computeNs, source),
    ...windowEvidence(time, `${STEADY}communication_exposed`, time.communicationExposedNs, source),
    ...windowEvidence(time, `${STEADY}copy_exposed`, time.copyExposedNs, source),
    ...windowEvidence(time, `${STEADY}gpu_empty`, time.emptyNs, source),
    ...windowEvidence(time, `${STEADY}api_exposed_without_wait`, time.apiWorkNs, source),
    ...windowEvidence(time, `${STEADY}api_exposed_wait`, time.apiWaitNs, source),
    ...windowEvidence(time, `${STEADY}idle_other`, time.idleNs, source),
    ...(dispatches === 0
      ? []
      : [evidence(`${STEADY}empty_per_dispatch_ns`, (time.emptyNs * time.deviceCount) / dispatches, 'ns', source)]),
    ...(grids === null ? [] : windowEvidence(time, `${STEADY}small_grid_exclusive`, grids.exclusiveNs, source)),
  ];
}
