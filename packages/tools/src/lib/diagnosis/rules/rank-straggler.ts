import type { Evidence } from '../../../schemas/recommendation.js';
import type { Straggler } from '../../../schemas/ranks.js';
import type { Thermal } from '../../../schemas/thermal.js';
import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { percentText, timeText } from '../figures.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import { sysTrace } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';
import { latenessText, longerText } from '../straggler-text.js';
import { windowPct } from '../window-time.js';

interface StragglerAdvice {
  readonly title: string;
  readonly suggestion: string;
  readonly actions: readonly string[];
}

/**
 * One rank holds up the others for more than 5 % of the window. Where it only ends later, without collectives, the window
 * has no bound for it: who is done waits for nothing in it.
 */
export const rankStraggler: Rule = {
  id: 'ROCPD-RANK-001',
  name: 'rank_straggler',
  evaluate({ time, straggler: found, thermal }) {
    if (time === null || found === null) return [];
    const { straggler, ns } = found;
    const pct = windowPct(time, ns);
    const isWaitedFor = straggler.basis === 'collectives';
    if (pct <= RULE_THRESHOLDS.stragglerPct.value) return [];
    const advice = adviceFor(straggler);
    return [
      {
        priority: isWaitedFor ? 'HIGH' : 'MEDIUM',
        category: 'Ranks',
        title: advice.title,
        issue:
          `${straggler.device} ${isWaitedFor ? 'holds up the other ranks for' : 'ends later than the other ranks by'} ` +
          `${percentText(pct)} of the window (${timeText(ns)}): ${latenessText(straggler)}, and ${longerText(straggler)}.`,
        suggestion: advice.suggestion,
        actions: [...advice.actions, ...thermalActions(thermal)],
        confidence: isWaitedFor ? 0.8 : 0.6,
        target: straggler.device,
        isKernel: false,
        evidence: [
          evidence('straggler_bound_ns', ns, 'ns'),
          evidence('straggler', straggler.device, ''),
          ...blameEvidence(straggler),
          ...straggler.parts
            .slice(0, 1)
            .map(({ part, excess_ns: excess }) => evidence(`${part}_excess_ns`, excess, 'ns')),
          ...(straggler.lead === 'kernels' ? kernelEvidence(straggler) : idleEvidence(straggler)),
          ...thermalEvidence(thermal),
        ],
        kernels: [],
        recoverableNs: isWaitedFor ? ns : null,
        arithmetic: 'recoverable_ns = straggler_bound_ns',
        impact: isWaitedFor
          ? `what the others wait for ${straggler.device} alone in communication that nothing covers.`
          : `The job ends ${timeText(ns)} earlier at most: that is what the window of ${straggler.device} is longer than the second-longest.`,
        commands: [sysTrace('All ranks again, with what their hosts do', './ranks_output')],
        effort: 'medium',
        risk: null,
      },
    ];
  },
};

function adviceFor(straggler: Straggler): StragglerAdvice {
  const { device } = straggler;
  const excess = timeText(straggler.parts[0]?.excess_ns ?? 0);
  switch (straggler.lead) {
    case 'kernels': {
      const kernel = straggler.kernels[0];
      const most = kernel === undefined ? '' : `, most of all in ${kernelDisplayName(kernel.name)}`;
      return {
        title: `Even out the kernel work of ${device}: ${excess} more than the other ranks`,
        suggestion: `The kernels of ${device} take ${excess} longer at the same number of launches${most}: give each rank the same amount of data, and check that its GPU runs at the clock of the others.`,
        actions: [
          `Compare shapes and batch contents of ${device} with those of another rank`,
          `Compare clocks and power: amd-smi monitor -p -u -t beside a run`,
        ],
      };
    }
    case 'copies':
      return {
        title: `Take copies of ${excess} off the critical path of ${device}`,
        suggestion: `Copies that no kernel covers take ${device} ${excess} longer than the other ranks: check the link and the NUMA node of its host buffers.`,
        actions: [
          `Bind the process of ${device} to the NUMA node of its GPU`,
          `Copy from pinned memory on a stream of its own`,
        ],
      };
    case 'api_calls':
      return {
        title: `Relieve the host of ${device}: its API calls keep the GPU empty ${excess} longer`,
        suggestion: `The same calls take the host of ${device} ${excess} longer while its GPU runs nothing: look for other processes on its cores and for extra work on this rank.`,
        actions: [
          `Bind the process of ${device} to cores of its own`,
          `Move logging and checkpoints of ${device} to another thread`,
        ],
      };
    case 'empty_gpu':
      return {
        title: `Find what leaves ${device} without work ${excess} longer than the other ranks`,
        suggestion: `${device} comes late because its GPU runs nothing for ${excess} longer: look at what its host does before the collectives, such as loading data, logging or waiting for the GPU.`,
        actions: [
          `Compare the host calls of ${device} before its collectives with those of another rank`,
          `Bind the process of ${device} to the NUMA node of its GPU and to cores of its own`,
        ],
      };
    case 'other_work':
      return {
        title: `Give ${device} the work of the other ranks`,
        suggestion: `No other rank does the work of ${device}: divide kernels and data evenly, or move its extra work out of the step.`,
        actions: [`Compare the kernels of ${device} with those of another rank`],
      };
  }
}

function blameEvidence(straggler: Straggler): Evidence[] {
  if (straggler.caused_waiting_ns === null) return [];
  return [
    evidence('last_count', straggler.last_count, 'count'),
    evidence('matched_count', straggler.matched_count, 'count'),
    evidence('caused_waiting_ns', straggler.caused_waiting_ns, 'ns'),
    evidence('caused_waiting_pct', straggler.caused_waiting_pct, 'percent'),
  ];
}

function kernelEvidence({ kernels: [kernel] }: Straggler): Evidence[] {
  return kernel === undefined
    ? []
    : [evidence('kernel', kernel.name, ''), evidence('kernel_excess_ns', kernel.excess_ns, 'ns')];
}

function idleEvidence({ idle_causes: [cause] }: Straggler): Evidence[] {
  return cause === undefined
    ? []
    : [evidence('idle_cause', cause.cause, ''), evidence('idle_cause_excess_ns', cause.excess_ns, 'ns')];
}

/** GPUs that slow themselves down while others don't can be the reason; which one is the rank's, the log doesn't say. */
function slowedGpus(thermal: Thermal | null): number {
  const slowed = thermal?.per_gpu.filter(({ verdict }) => verdict === 'throttling').length ?? 0;
  return slowed < (thermal?.gpu_count ?? 0) ? slowed : 0;
}

function thermalActions(thermal: Thermal | null): string[] {
  const slowed = slowedGpus(thermal);
  return slowed === 0
    ? []
    : [`Check whether its GPU is among the ${slowed} of ${thermal?.gpu_count ?? 0} that throttle in the monitor log`];
}

function thermalEvidence(thermal: Thermal | null): Evidence[] {
  const slowed = slowedGpus(thermal);
  return slowed === 0 ? [] : [evidence('throttling_gpus', slowed, 'count', EVIDENCE_SOURCES.thermal)];
}
