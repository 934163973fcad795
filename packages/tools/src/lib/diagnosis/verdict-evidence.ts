import type { Evidence } from '../../schemas/recommendation.js';
import { EVIDENCE_SOURCES, evidence, windowEvidence } from './evidence.js';
import { knownComputePct } from './known-compute.js';
import type { RuleInput } from './rule.js';
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
