import type { Evidence } from '../../../schemas/recommendation.js';
import type { Thermal } from '../../../schemas/thermal.js';
import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { countText } from '../figures.js';
import type { Rule } from '../rule.js';

/** GPUs that the captured log shows to slow themselves down, by temperature or power. */
export const thermalThrottling: Rule = {
  id: 'ROCPD-THERMAL-001',
  name: 'thermal_throttling',
  evaluate({ facts, thermal }) {
    if (thermal === null || thermal.verdict !== 'throttling' || facts.traceQuality.dispatches === 0) return [];
    const slowed = thermal.per_gpu.filter(({ verdict }) => verdict === 'throttling');
    const gpus = `${slowed.length} of ${countText(thermal.gpu_count, 'GPU')}`;
    return [
      {
        priority: 'HIGH',
        category: 'Thermal',
        title: thermal.power_throttle_suspected
          ? `Raise the power cap or lower the load: ${gpus} ran below their clock`
          : `Cool the GPUs: ${gpus} throttled while the program ran`,
        issue: `The monitor log shows ${gpus} throttling: ${symptoms(thermal)}.`,
        suggestion: `All kernel times of the throttled GPUs are longer than they need to be: cool ${gpus} or change their limits before any other change is measured.`,
        actions: [
          `Check air flow, fans and the power cap of GPU ${slowed
            .slice(0, 8)
            .map(({ gpu_id: gpu }) => String(gpu))
            .join(', ')} (amd-smi metric)`,
          'Record the trace again with steady clocks, and compare',
        ],
        confidence: 0.8,
        target: slowed.length === 1 ? `GPU ${String(slowed[0]?.gpu_id ?? 0)}` : null,
        isKernel: false,
        evidence: thermalEvidence(thermal, slowed.length),
        recoverableNs: null,
        impact: 'the log and the trace share no clock, so the time lost to throttling is unknown.',
        commands: [],
        effort: 'medium',
        risk: null,
      },
    ];
  },
};

function symptoms(thermal: Thermal): string {
  const reasons = thermal.throttle_reasons.slice(0, 4).join(', ');
  const parts = [
    ...(thermal.max_temp_c === null ? [] : [`${thermal.max_temp_c} °C at most`]),
    ...(thermal.throttle_events === 0
      ? []
      : [`${countText(thermal.throttle_events, 'sample')} within 5 °C of the limit`]),
    ...(thermal.reported_throttle_events === 0
      ? []
      : [
          `throttling reported in ${countText(thermal.reported_throttle_events, 'sample')}${reasons === '' ? '' : ` (${reasons})`}`,
        ]),
    ...(thermal.power_throttle_suspected ? ['clocks below 90% of the usual at the power cap'] : []),
  ];
  return `${parts.join(', ')} of ${countText(thermal.sample_count, 'sample')}`;
}

function thermalEvidence(thermal: Thermal, gpuCount: number): [Evidence, ...Evidence[]] {
  const from = (metric: string, value: Evidence['value'], unit: string) =>
    evidence(metric, value, unit, EVIDENCE_SOURCES.thermal);
  return [
    from('throttling_gpus', gpuCount, 'count'),
    from('max_temp_c', thermal.max_temp_c, 'degrees Celsius'),
    from('max_power_w', thermal.max_power_w, 'watts'),
    from('throttle_events', thermal.throttle_events, 'count'),
    from('reported_throttle_events', thermal.reported_throttle_events, 'count'),
    from('power_throttle_suspected', thermal.power_throttle_suspected, ''),
  ];
}
