import type { Evidence } from '../../schemas/recommendation.js';
import type { WindowTime } from './window-time.js';
import { windowPct } from './window-time.js';

/** Keys of the tools that recompute a figure. */
export const EVIDENCE_SOURCES = {
  time: 'trace_analysis.time_breakdown',
  hotspots: 'trace_analysis.hotspots',
  collectives: 'rccl_analysis.analyze_collectives',
  thermal: 'gpu_runtime_monitor.analyze_thermal',
  /** Copies, API calls, counters, resources, launch gaps and everything else of the facts. */
  facts: 'diagnosis.diagnose_trace',
} as const;

export type EvidenceSource = (typeof EVIDENCE_SOURCES)[keyof typeof EVIDENCE_SOURCES];

/** One fact behind a finding. */
export function evidence(
  metric: string,
  value: Evidence['value'],
  unit: string,
  source: EvidenceSource = EVIDENCE_SOURCES.facts,
): Evidence {
  return { metric, value, unit, source };
}

/** A part of the window, as nanoseconds and as percent: metric `<name>_ns` and `<name>_pct`. */
export function windowEvidence(
  time: WindowTime,
  name: string,
  ns: number,
  source: EvidenceSource = EVIDENCE_SOURCES.time,
): [Evidence, Evidence] {
  return [evidence(`${name}_ns`, ns, 'ns', source), evidence(`${name}_pct`, windowPct(time, ns), 'percent', source)];
}
