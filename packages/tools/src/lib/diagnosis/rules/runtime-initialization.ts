import { callLabel } from '../call-label.js';
import type { ApiCall } from '../../../schemas/api-breakdown.js';
import { isRuntimeInitialization, startUpCall } from '../empty-gpu.js';
import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { countText, percentText, timeText } from '../figures.js';
import type { Rule } from '../rule.js';
import { windowPct } from '../window-time.js';

/**
 * A window below a second with less than 5 % kernel time, and nothing found so far: the run is start-up. The call that
 * most of it goes to is named.
 */
export const runtimeInitialization: Rule = {
  id: 'ROCPD-RUNTIME-INIT-001',
  name: 'runtime_initialization',
  evaluate({ time, emptyGpu, earlier }) {
    if (time === null || emptyGpu === null || earlier.length > 0 || !isRuntimeInitialization(time)) return [];
    const computePct = windowPct(time, time.computeNs);
    const call = startUpCall(time, emptyGpu);
    return [
      {
        priority: 'INFO',
        category: 'Runtime Initialization',
        title: `Record a longer run: this one is ${timeText(time.wallNs)}, most of it start-up`,
        issue: `The window is ${timeText(time.wallNs)} and kernels run in ${percentText(computePct)} of it.${callText(call)}`,
        suggestion: `Judge a window of seconds: in ${timeText(time.wallNs)} start-up outweighs the program.`,
        actions: [
          ...(call === null ? [] : [callAction(call)]),
          `Run more iterations than fit into ${timeText(time.wallNs)}, then analyse again`,
        ],
        confidence: 0.6,
        target: call?.name ?? null,
        isKernel: false,
        evidence: [
          evidence('wall_ns', time.wallNs, 'ns', EVIDENCE_SOURCES.time),
          evidence('compute_pct', computePct, 'percent', EVIDENCE_SOURCES.time),
          ...(call === null
            ? []
            : [
                evidence('call', call.name, ''),
                evidence('calls', call.calls, 'count'),
                evidence('exposed_ns', call.exposed_ns, 'ns'),
              ]),
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

function callText(call: ApiCall | null): string {
  if (call === null) return '';
  return ` ${callLabel(call.name)} takes ${timeText(call.exposed_ns)} of the rest in ${countText(call.calls, 'call')}.`;
}

function callAction({ name, class: kind, exposed_ns: ns }: ApiCall): string {
  return kind === 'compile'
    ? `Load code before the part that counts: ${name} takes ${timeText(ns)} while the GPU waits`
    : `Call ${name} before the part that counts: it takes ${timeText(ns)} while the GPU waits`;
}
