import { callLabel } from '../call-label.js';
import type { Evidence } from '../../../schemas/recommendation.js';
import type { TraceFacts } from '../../facts/trace-facts.js';
import { percentOf } from '../../statistics/percent-of.js';
import { deviceImbalance, imbalanceText } from '../device-imbalance.js';
import type { DeviceImbalance } from '../device-imbalance.js';
import { isRuntimeInitialization } from '../empty-gpu.js';
import type { EmptyGpu } from '../empty-gpu.js';
import { EVIDENCE_SOURCES, evidence, windowEvidence } from '../evidence.js';
import { countText, numberText, percentText, timeText } from '../figures.js';
import { IDLE_IN, hostWork, rangeText } from '../host-work.js';
import type { HostRange } from '../host-work.js';
import { launchesText } from '../launches-text.js';
import { printable } from '../printable.js';
import { rocprofSys, sysTrace } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import { hasFired } from '../rule.js';
import type { RecommendationDraft, Rule } from '../rule.js';
import { windowPct } from '../window-time.js';
import type { WindowTime } from '../window-time.js';
import { apiOverhead } from './api-overhead.js';

/** Ranges of the program that advice names at most. */
const MAX_RANGES = 2;

interface IdleAdvice {
  readonly title: string;
  readonly suggestion: string;
  readonly actions: readonly string[];
  readonly target: string | null;
  readonly risk: string | null;
}

/**
 * The GPU runs nothing while the host waits or runs code outside any API for more than 20 % of the window, or for
 * whatever reason for more than 25 %. The advice follows who keeps it waiting. Not for runs of start-up only.
 */
export const gpuIdle: Rule = {
  id: 'ROCPD-UTILIZATION-002',
  name: 'gpu_idle',
  evaluate(input) {
    const { facts, time, emptyGpu, clockDoubtNs } = input;
    if (time === null || emptyGpu === null || isRuntimeInitialization(time)) return [];
    const imbalance = emptyGpu.driver === 'device_imbalance' ? deviceImbalance(facts, time) : null;
    if (imbalance !== null) return emptyGpu.isDecisive ? imbalanceAdvice(imbalance, time) : [];
    const idleNs = time.idleNs + time.apiWaitNs;
    const idlePct = windowPct(time, idleNs);
    const isStarved =
      windowPct(time, time.emptyNs) > RULE_THRESHOLDS.starvedPct.value && !hasFired(input, apiOverhead.id);
    if (idleNs === 0 || (idlePct <= RULE_THRESHOLDS.idlePct.value && !isStarved)) return [];
    const advice = clockDoubtNs === null ? adviceFor(facts, time, emptyGpu, idleNs) : clockAdvice(clockDoubtNs, idleNs);
    return [
      {
        priority: 'HIGH',
        category: 'GPU Utilization',
        title: advice.title,
        issue: issueText(time, emptyGpu),
        suggestion: advice.suggestion,
        actions: advice.actions,
        confidence: 0.65,
        target: advice.target,
        isKernel: false,
        evidence: [
          ...idleEvidence(time, clockDoubtNs),
          evidence('driver', emptyGpu.driver, ''),
          ...callEvidence(emptyGpu),
          ...rangeEvidence(facts, emptyGpu),
        ],
        ...(clockDoubtNs === null ? { cause: emptyGpu.driver } : {}),
        recoverableNs: idleNs,
        arithmetic:
          clockDoubtNs === null
            ? 'recoverable_ns = idle_other_ns + api_exposed_wait_ns'
            : 'recoverable_ns = gpu_empty_ns = idle_other_ns + api_exposed_ns',
        impact:
          clockDoubtNs === null
            ? 'all the time in which the GPU runs nothing while the host waits or runs code outside any API.'
            : 'all the time in which the GPU runs nothing.',
        commands: [
          sysTrace('API calls with their kernels', './idle_output'),
          rocprofSys('What host threads do meanwhile', ['--trace', '--sample', 'cputime']),
        ],
        effort: 'medium',
        risk: advice.risk,
      },
    ];
  },
};

/** Work that is shared out evenly fills all empty time. A GPU that does next to nothing may not be meant to: a note. */
function imbalanceAdvice(imbalance: DeviceImbalance, time: WindowTime): RecommendationDraft[] {
  const { busiest, idlest, deviceCount } = imbalance;
  const isUnused = percentOf(idlest.gpu_busy_ns, idlest.wall_ns) < RULE_THRESHOLDS.initializationComputePct.value;
  return [
    {
      priority: isUnused ? 'INFO' : 'MEDIUM',
      category: 'GPU Utilization',
      title: `Share the work over the ${deviceCount} GPUs: ${idlest.label} has little of it`,
      issue: `${imbalanceText(imbalance)}: the host keeps one of them busy, and the others have nothing to do.`,
      suggestion: `Divide the work of ${busiest.label} over the ${deviceCount} GPUs; if one GPU is meant to do it, show the program no other (ROCR_VISIBLE_DEVICES).`,
      actions: [`Change the program so that ${idlest.label} gets its share of the work of ${busiest.label}`],
      confidence: 0.65,
      target: idlest.label,
      isKernel: false,
      evidence: [
        ...windowEvidence(time, 'gpu_empty', time.emptyNs, EVIDENCE_SOURCES.facts),
        evidence('driver', 'device_imbalance', ''),
        evidence('least_busy_ns', idlest.gpu_busy_ns, 'ns', EVIDENCE_SOURCES.facts),
        evidence('most_busy_ns', busiest.gpu_busy_ns, 'ns', EVIDENCE_SOURCES.facts),
      ],
      recoverableNs: time.emptyNs,
      arithmetic: 'recoverable_ns = gpu_empty_ns = idle_other_ns + api_exposed_ns',
      impact: 'all the time in which GPUs run nothing, as a mean over them.',
      commands: [],
      effort: 'high',
      risk: 'GPUs that share work have to exchange data',
    },
  ];
}

/** Where the clocks disagree, all empty time counts as idle, and the shift stands in place of the waits. */
function idleEvidence(time: WindowTime, clockDoubtNs: number | null): [Evidence, ...Evidence[]] {
  if (clockDoubtNs !== null)
    return [
      ...windowEvidence(time, 'gpu_empty', time.idleNs, EVIDENCE_SOURCES.facts),
      evidence('clock_offset_ns', -clockDoubtNs, 'ns'),
    ];
  return [
    ...windowEvidence(time, 'idle_other', time.idleNs),
    ...windowEvidence(time, 'api_exposed_wait', time.apiWaitNs, EVIDENCE_SOURCES.facts),
  ];
}

function clockAdvice(clockDoubtNs: number, idleNs: number): IdleAdvice {
  return {
    title: `Record again with clocks that agree: nothing shows what fills the ${timeText(idleNs)} without GPU work`,
    suggestion: `Kernels start up to ${timeText(clockDoubtNs)} before the calls that launch them, so no call can be set against the ${timeText(idleNs)} in which the GPU runs nothing.`,
    actions: [`Reload the driver and run the program again, then look at the ${timeText(idleNs)}`],
    target: null,
    risk: null,
  };
}

/** The time in which the GPU runs nothing, as the verdict has it, and what the host does meanwhile. */
function issueText(time: WindowTime, { call, driver }: EmptyGpu): string {
  const name =
    call === null || driver !== 'device_sync'
      ? ''
      : ` (first ${callLabel(call.name)}, ${countText(call.calls, 'call')})`;
  const parts = [
    ...(time.apiWaitNs === 0 ? [] : [`${timeText(time.apiWaitNs)} of it in calls that wait${name}`]),
    ...(time.apiWorkNs === 0 ? [] : [`${timeText(time.apiWorkNs)} in other API calls`]),
    ...(time.idleNs === 0 || time.idleNs === time.emptyNs ? [] : [`${timeText(time.idleNs)} outside any API call`]),
  ];
  const empty = `${percentText(windowPct(time, time.emptyNs))} of the window (${timeText(time.emptyNs)})`;
  return `The GPU runs nothing for ${empty}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`;
}

function adviceFor(facts: TraceFacts, time: WindowTime, { driver, call }: EmptyGpu, idleNs: number): IdleAdvice {
  const dispatches = facts.traceQuality.dispatches;
  switch (driver) {
    case 'device_sync': {
      const name = call?.name ?? 'the waiting calls';
      const isCopy = name.startsWith('hipMemcpy');
      return {
        title: isCopy ? `Stop the host from blocking in ${name}` : `Drop needless waits in ${name}`,
        suggestion: isCopy
          ? `${name} blocks until the GPU is done: copy with hipMemcpyAsync and synchronize only where the host reads the result.`
          : `${name} lets the GPU run dry ${numberText(call?.calls ?? 0)} times: synchronize only where the host reads a result, and wait on an event instead of the device.`,
        actions: [
          isCopy
            ? `Replace ${name} by hipMemcpyAsync and an event`
            : `Remove ${name} calls after which the host reads nothing`,
        ],
        target: call?.name ?? null,
        risk: 'a result read too early is wrong: keep the wait before each read',
      };
    }
    case 'launch_bound': {
      const perDispatch = dispatches === 0 ? 0 : (time.emptyNs * time.deviceCount) / dispatches;
      return {
        title: `Launch the ${numberText(dispatches)} kernels as a HIP graph`,
        suggestion: `The host launches ${launchesText(dispatches, call)} and leaves ${timeText(perDispatch)} without GPU work per kernel: capture the sequence in a HIP graph, or fuse its short kernels.`,
        actions: [
          `Replace the launches of one iteration by one hipGraphLaunch (PyTorch: torch.compile with mode="reduce-overhead")`,
        ],
        target: call?.name ?? null,
        risk: 'a graph replays fixed shapes and pointers',
      };
    }
    case 'gpu_idle':
      return {
        title: `Record API calls: nothing shows what fills the ${timeText(idleNs)} without GPU work`,
        suggestion: `The trace holds ${numberText(dispatches)} dispatches and no API calls; record both to see who keeps the GPU waiting for ${timeText(idleNs)}.`,
        actions: [`Run the program again with API calls recorded, then look at the ${timeText(idleNs)}`],
        target: null,
        risk: null,
      };
    default: {
      const ranges = hostWork(facts).slice(0, MAX_RANGES);
      const [first] = ranges;
      if (first !== undefined) return rangeAdvice(first, ranges, idleNs);
      return {
        title: `Take host work of ${timeText(time.idleNs)} off the critical path`,
        suggestion: `Host code outside any API call keeps the GPU waiting for ${timeText(time.idleNs)}: prepare and prefetch the next input on worker threads while this one is computed.`,
        actions: [
          `Change the loop so that host work for step n+1 runs beside step n (PyTorch: DataLoader with num_workers)`,
          `Add ROCTx ranges around host phases to see which one fills the ${timeText(time.idleNs)}`,
        ],
        target: null,
        risk: 'work prepared ahead needs memory',
      };
    }
  }
}

/** The program says by its markers what it does meanwhile. */
function rangeAdvice(first: HostRange, ranges: readonly HostRange[], idleNs: number): IdleAdvice {
  const named = ranges.map((range) => `${rangeText(range)} (${timeText(range.ns)})`).join(' and ');
  return {
    title: `Take host work in ${rangeText(first)} off the critical path`,
    suggestion: `Of ${timeText(idleNs)} in which the GPU runs nothing, host work in ${named} keeps it waiting: prepare and prefetch the next input on worker threads while this one is computed, or move the work to the GPU.`,
    actions: [
      `Change the loop so that ${rangeText(first)} for step n+1 runs beside step n (PyTorch: DataLoader with num_workers)`,
      `Measure what inside ${rangeText(first)} takes ${timeText(first.ns)}: sample the host thread`,
    ],
    target: null,
    risk: 'work prepared ahead needs memory',
  };
}

function rangeEvidence(facts: TraceFacts, { driver }: EmptyGpu): Evidence[] {
  if (driver !== 'cpu_bound_host') return [];
  return hostWork(facts)
    .slice(0, MAX_RANGES)
    .map(({ name, ns }) => evidence(`${IDLE_IN}${printable(name)}`, ns, 'ns'));
}

function callEvidence({ call }: EmptyGpu): Evidence[] {
  if (call === null) return [];
  return [
    evidence('call', call.name, ''),
    evidence('calls', call.calls, 'count'),
    evidence('exposed_ns', call.exposed_ns, 'ns'),
  ];
}
