import { evidence } from '../evidence.js';
import { percentText } from '../figures.js';
import { BASE_COUNTERS, counterPass, rocprofSys } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';

/** GRBM_GUI_ACTIVE below 70 % of GRBM_COUNT: the GPU had no work in part of the dispatches' clocks. Needs counters. */
export const gpuUtilization: Rule = {
  id: 'ROCPD-UTILIZATION-001',
  name: 'gpu_utilization',
  evaluate({ facts }) {
    const utilizationPct = facts.hardwareCounters.metrics?.gpu_utilization_pct ?? null;
    if (utilizationPct === null || utilizationPct <= 0) return [];
    if (utilizationPct >= RULE_THRESHOLDS.gpuUtilizationPct.value) return [];
    return [
      {
        priority: 'MEDIUM',
        category: 'GPU Utilization',
        title: `Give the GPU work in the ${percentText(100 - utilizationPct)} of the counted clocks without any`,
        issue: `The GPU was active in ${percentText(utilizationPct)} of the clocks counted (GRBM_GUI_ACTIVE over GRBM_COUNT).`,
        suggestion: `Launch larger grids, or independent kernels beside each other, until GRBM_GUI_ACTIVE comes near GRBM_COUNT.`,
        actions: [
          'Change small grids to cover all compute units',
          'Use hipStreamCreate to run independent kernels side by side',
        ],
        confidence: 0.8,
        target: null,
        isKernel: false,
        evidence: [evidence('gpu_utilization_pct', utilizationPct, 'percent')],
        recoverableNs: null,
        impact: `Not bounded: ${percentText(utilizationPct)} says how often the GPU was active, not how much a change saves.`,
        commands: [
          counterPass('GPU activity per dispatch', './utilization_output', BASE_COUNTERS),
          rocprofSys('Host threads beside the GPU', ['--trace']),
        ],
        effort: 'medium',
        risk: null,
      },
    ];
  },
};
