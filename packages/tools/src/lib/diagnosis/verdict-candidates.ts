import { callLabel } from './call-label.js';
import type { Straggler } from '../../schemas/ranks.js';
import type { Bottleneck } from '../../schemas/verdict.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { percentOf } from '../statistics/percent-of.js';
import { busiestDirection, copyPattern } from './copy-pattern.js';
import { startUpCall } from './empty-gpu.js';
import type { EmptyGpu } from './empty-gpu.js';
import { deviceImbalance, imbalanceText } from './device-imbalance.js';
import { countText, percentText, timeText } from './figures.js';
import { hostWork, rangeText } from './host-work.js';
import { kernelDisplayName } from './kernel-display-name.js';
import { launchesText } from './launches-text.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { RuleInput } from './rule.js';
import { latenessText, longerText } from './straggler-text.js';
import type { StragglerTime } from './straggler-time.js';
import { communicationKernel, collectiveName } from './communication-kernel.js';
import { windowPct } from './window-time.js';
import type { WindowTime } from './window-time.js';

/** A cause that takes time away from kernels of the program's own. */
export interface VerdictCandidate {
  readonly bottleneck: Bottleneck;
  readonly driver: string;
  /** Nanoseconds of the window that speak for it. */
  readonly ns: number;
  /** Large enough to decide. */
  readonly isDecisive: boolean;
  /** From here it decides, nanoseconds. */
  readonly decisiveNs: number;
  /** Name of the figure behind `ns`. */
  readonly measure: string;
  readonly confidence: number;
  /** The cause in one sentence, with culprit and figures. */
  readonly sentence: string;
  /** The same in a few words, to stand beside another. */
  readonly phrase: string;
}

/**
 * Exposed copies, exposed collectives and the empty GPU, as far as the trace has them. Whether one is decisive depends
 * on its share of `judgedNs`: the window, or its busy part where idle time may not be judged.
 */
export function verdictCandidates(input: RuleInput, judgedNs: number): VerdictCandidate[] {
  const { facts, time, emptyGpu, clockDoubtNs, straggler } = input;
  if (time === null) return [];
  const candidates = [copyCandidate(facts, time, judgedNs), communicationCandidate(facts, time, judgedNs, straggler)];
  // A rank that only ends later lets nobody wait inside the window.
  if (straggler !== null && straggler.communicationNs > 0)
    candidates.push(stragglerCandidate(straggler, time, judgedNs));
  if (emptyGpu !== null) candidates.push(emptyGpuCandidate(facts, time, emptyGpu, clockDoubtNs));
  return candidates.filter((candidate) => candidate.ns > 0);
}

function copyCandidate(facts: TraceFacts, time: WindowTime, judgedNs: number): VerdictCandidate {
  const pct = percentOf(time.copyExposedNs, judgedNs);
  const busiest = busiestDirection(facts.memoryAnalysis);
  const culprit =
    busiest === null ? '' : `: ${busiest.direction} leads with ${countText(busiest.copies.count, 'copy', 'copies')}`;
  return {
    bottleneck: 'memory_transfer',
    driver: busiest !== null && copyPattern(busiest) === 'below_link' ? 'pageable_copy' : 'exposed_copy',
    ns: time.copyExposedNs,
    isDecisive: pct > RULE_THRESHOLDS.copyExposedPct.value,
    decisiveNs: (judgedNs * RULE_THRESHOLDS.copyExposedPct.value) / 100,
    measure: 'copy_exposed_ns',
    confidence: pct > RULE_THRESHOLDS.copyDominantPct.value ? 0.85 : 0.7,
    sentence: `Copies that no kernel covers take ${shareText(time, time.copyExposedNs)}${culprit}.`,
    phrase: `copies that no kernel covers (${percentText(pct)}${busiest === null ? '' : `, ${busiest.direction}`})`,
  };
}

function communicationCandidate(
  facts: TraceFacts,
  time: WindowTime,
  judgedNs: number,
  straggler: StragglerTime | null,
): VerdictCandidate {
  // Waiting for one late rank is no communication: another network would not shorten it.
  const exposedNs = time.communicationExposedNs - (straggler?.communicationNs ?? 0);
  const pct = percentOf(exposedNs, judgedNs);
  const kernel = communicationKernel(facts);
  const name = kernel === null ? collectiveName(facts) : kernelDisplayName(kernel.name);
  const otherComputeNs = time.computeNs - time.communicationExposedNs;
  const dominates = pct > RULE_THRESHOLDS.communicationDominantPct.value && exposedNs > otherComputeNs;
  return {
    bottleneck: 'memory_transfer',
    driver: 'rccl_exposed',
    ns: exposedNs,
    isDecisive: pct > RULE_THRESHOLDS.communicationExposedPct.value,
    decisiveNs: (judgedNs * RULE_THRESHOLDS.communicationExposedPct.value) / 100,
    measure: 'communication_exposed_ns',
    confidence: dominates ? 0.85 : 0.7,
    sentence: `Communication that nothing covers takes ${shareText(time, exposedNs)}, in ${name}.`,
    phrase: `communication that nothing covers (${percentText(pct)}, ${name})`,
  };
}

const BOTTLENECK_OF_LEAD: Readonly<Record<Straggler['lead'], Bottleneck>> = {
  kernels: 'compute',
  copies: 'memory_transfer',
  api_calls: 'api_overhead',
  empty_gpu: 'latency',
  other_work: 'latency',
};

function stragglerCandidate({ straggler, ns }: StragglerTime, time: WindowTime, judgedNs: number): VerdictCandidate {
  const pct = percentOf(ns, judgedNs);
  return {
    bottleneck: BOTTLENECK_OF_LEAD[straggler.lead],
    driver: 'rank_straggler',
    ns,
    isDecisive: pct > RULE_THRESHOLDS.stragglerDominantPct.value,
    decisiveNs: (judgedNs * RULE_THRESHOLDS.stragglerDominantPct.value) / 100,
    measure: 'straggler_bound_ns',
    confidence: straggler.basis === 'collectives' ? 0.8 : 0.6,
    sentence: `The other ranks wait for ${straggler.device} for ${shareText(time, ns)}: ${latenessText(straggler)}, and ${longerText(straggler)}.`,
    phrase: `waiting for ${straggler.device} (${percentText(pct)})`,
  };
}

function emptyGpuCandidate(
  facts: TraceFacts,
  time: WindowTime,
  emptyGpu: EmptyGpu,
  clockDoubtNs: number | null,
): VerdictCandidate {
  const empty = `The GPU runs nothing for ${shareText(time, time.emptyNs)}`;
  const { call, driver } = emptyGpu;
  const pct = percentText(windowPct(time, time.emptyNs));
  return {
    bottleneck: emptyGpu.bottleneck,
    driver,
    ns: time.emptyNs,
    isDecisive: emptyGpu.isDecisive,
    decisiveNs: time.emptyNs * emptyGpu.decisiveRatio,
    measure: 'gpu_empty_ns',
    confidence: driver === 'gpu_idle' || driver === 'runtime_initialization' ? 0.6 : 0.75,
    sentence: `${empty}: ${reasonText(facts, time, emptyGpu, clockDoubtNs)}.`,
    phrase: `time without GPU work (${pct}${call === null ? `, ${driver}` : `, ${callLabel(call.name)}`})`,
  };
}

function reasonText(facts: TraceFacts, time: WindowTime, emptyGpu: EmptyGpu, clockDoubtNs: number | null): string {
  const { driver, call } = emptyGpu;
  const culprit = call === null ? null : `${callLabel(call.name)} (${countText(call.calls, 'call')})`;
  const { dispatches } = facts.traceQuality;
  switch (driver) {
    case 'device_sync':
      return `the host waits ${timeText(time.apiWaitNs)} of it in ${culprit ?? 'waiting calls'}`;
    case 'launch_bound': {
      const perKernel = timeText((time.emptyNs * time.deviceCount) / Math.max(1, dispatches));
      return `the host launches ${launchesText(dispatches, call)}, ${perKernel} without work for each`;
    }
    case 'runtime_initialization': {
      const first = startUpCall(time, emptyGpu);
      const named =
        first === null
          ? ''
          : `, ${timeText(first.exposed_ns)} of it in ${first.name} (${countText(first.calls, 'call')})`;
      return `kernels take ${percentText(windowPct(time, time.computeNs))} of a ${time.name} of ${timeText(time.wallNs)}, the rest is start-up${named}`;
    }
    case 'device_imbalance': {
      const imbalance = deviceImbalance(facts, time);
      return imbalance === null ? 'some GPUs have no work' : imbalanceText(imbalance);
    }
    case 'gpu_idle':
      if (clockDoubtNs !== null)
        return `the clocks of host and GPU disagree by ${timeText(clockDoubtNs)}, so who keeps it waiting is unknown`;
      return `${countText(dispatches, 'dispatch', 'dispatches')} recorded without API calls, so who keeps it waiting is unknown`;
    case 'cpu_bound_host': {
      const [range] = hostWork(facts);
      const named = range === undefined ? '' : `, ${timeText(range.ns)} of it in ${rangeText(range)}`;
      return `host code outside any API call leaves it ${timeText(time.idleNs)} without work${named}`;
    }
    default:
      return `${culprit ?? 'API calls'} and the like take ${timeText(time.apiWorkNs)} of it`;
  }
}

/** `44.4% of the window (37.4 ms of 84.3 ms)`. */
function shareText(time: WindowTime, ns: number): string {
  return `${percentText(windowPct(time, ns))} of the ${time.name} (${timeText(ns)} of ${timeText(time.wallNs)})`;
}
