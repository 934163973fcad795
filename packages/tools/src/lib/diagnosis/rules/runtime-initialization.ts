import { isRuntimeInitialization } from '../empty-gpu.js';
import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { percentText, timeText } from '../figures.js';
import type { Rule } from '../rule.js';
import { windowPct } from '../window-time.js';

/** A window below a second with less than 5 % kernel time, and nothing found so far: the run is start-up. */
export const runtimeInitialization: Rule = {
  id: 'ROCPD-RUNTIME-INIT-001',
  name: 'runtime_initialization',
  evaluate({ time, emptyGpu, earlier }) {
    if (time === null || emptyGpu === null || earlier.length > 0 || !isRuntimeInitialization(time)) return [];
    const computePct = windowPct(time, time.computeNs);
    return [
      {
        priority: 'INFO',
        category: 'Runtime Initialization',
        title: `Record a longer run: this one is ${timeText(time.wallNs)}, most of it start-up`,
        issue: `The window is ${timeText(time.wallNs)} and kernels run in ${percentText(computePct)} of it.`,
        suggestion: `Judge a window of seconds: in ${timeText(time.wallNs)} start-up outweighs the program.`,
        actions: [`Run more iterations than fit into ${timeText(time.wallNs)}, then analyse again`],
        confidence: 0.6,
        target: null,
        isKernel: false,
        evidence: [
          evidence('wall_ns', time.wallNs, 'ns', EVIDENCE_SOURCES.time),
          evidence('compute_pct', computePct, 'percent', EVIDENCE_SOURCES.time),
        ],
        recoverableNs: null,
        impact: `Not bounded: a window of ${timeText(time.wallNs)} does not show the steady state.`,
        commands: [],
        effort: 'low',
        risk: null,
      },
    ];
  },
};
