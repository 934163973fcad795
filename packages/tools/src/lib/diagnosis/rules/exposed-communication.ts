import type { Ranks } from '../../../schemas/ranks.js';
import { percentOf } from '../../statistics/percent-of.js';
import { collectiveName, communicationKernel } from '../communication-kernel.js';
import { EVIDENCE_SOURCES, evidence, windowEvidence } from '../evidence.js';
import { countText, percentText, timeText } from '../figures.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import { sysTrace } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';
import { windowPct } from '../window-time.js';

/** Collectives that no other kernel covers take more than 20 % of the window, waiting for a straggler left out. */
export const exposedCommunication: Rule = {
  id: 'ROCPD-RCCL-001',
  name: 'exposed_communication',
  evaluate({ facts, time, straggler }) {
    if (time === null) return [];
    const waited = straggler === null || straggler.communicationNs === 0 ? null : straggler;
    const exposedNs = time.communicationExposedNs - (waited?.communicationNs ?? 0);
    const exposedPct = windowPct(time, exposedNs);
    if (exposedPct <= RULE_THRESHOLDS.communicationExposedPct.value) return [];
    const operation = collectiveName(facts);
    const kernel = communicationKernel(facts);
    const summary = facts.communication?.summary;
    const inTurn = waited === null ? waitingInTurn(facts.ranks) : null;
    return [
      {
        priority: 'HIGH',
        category: 'Communication',
        title:
          inTurn === null
            ? `Overlap ${operation} with compute`
            : `Even out the ranks: they wait for each other in ${operation}`,
        issue:
          `Collectives that no other kernel covers take ${percentText(exposedPct)} of the window (${timeText(exposedNs)})` +
          `${waited === null ? '' : ` beside what ranks wait for ${waited.straggler.device}`}` +
          `${kernel === null ? '.' : `, in ${countText(kernel.calls, 'launch', 'launches')} of ${kernelDisplayName(kernel.name)}.`}` +
          (inTurn === null
            ? ''
            : ` Of ${timeText(inTurn.matchedNs)} in matched collectives of all ranks, ${timeText(inTurn.waitingNs)} (${percentText(percentOf(inTurn.waitingNs, inTurn.matchedNs))}) is waiting for whichever rank comes last.`),
        suggestion:
          inTurn === null
            ? `Start ${operation} as soon as the data is ready, in smaller buckets, so that the compute that follows hides the transfer.`
            : `No single rank is behind the others, so look for work that another rank has in each step, such as logging, checkpoints or batches of unequal length; then overlap ${operation} with compute.`,
        actions: [
          ...(inTurn === null
            ? []
            : [`Compare the steps of one rank: what makes it late to ${operation} in some of them`]),
          `Change the bucket size so that communication starts before the last gradient is computed`,
          ...(inTurn === null && (facts.ranks?.rank_count ?? 1) < 2
            ? [`Compare the ranks: time in ${operation} may be waiting for the slowest one`]
            : []),
        ],
        confidence: 0.7,
        target: kernel?.name ?? operation,
        isKernel: kernel !== null,
        evidence: [
          ...windowEvidence(time, 'communication_exposed', time.communicationExposedNs, EVIDENCE_SOURCES.facts),
          ...(waited === null ? [] : [evidence('straggler_waited_ns', waited.communicationNs, 'ns')]),
          evidence('collectives', summary?.op_count ?? null, 'count', EVIDENCE_SOURCES.collectives),
          evidence('overlap_pct', summary?.overlap_pct ?? null, 'percent', EVIDENCE_SOURCES.collectives),
          ...(inTurn === null
            ? []
            : [
                evidence('rank_waiting_ns', inTurn.waitingNs, 'ns'),
                evidence('rank_matched_ns', inTurn.matchedNs, 'ns'),
              ]),
        ],
        kernels: [],
        recoverableNs: exposedNs,
        arithmetic: `recoverable_ns = communication_exposed_ns${waited === null ? '' : ' - straggler_waited_ns'}`,
        impact: `all the time in ${operation} that no other kernel covers, ${waited === null ? 'waiting for other ranks included' : `waiting for ${waited.straggler.device} left out`}.`,
        commands: [sysTrace('All ranks, with their collective calls', './rccl_output')],
        effort: 'medium',
        risk: 'collectives and kernels that run side by side share compute units and memory bandwidth',
      },
    ];
  },
};

/** Waiting of all ranks in their matched collectives where it is most of that time and no rank alone causes it. */
function waitingInTurn(ranks: Ranks | null): { readonly waitingNs: number; readonly matchedNs: number } | null {
  if (ranks === null || ranks.straggler !== null) return null;
  let waitingNs = 0;
  let matchedNs = 0;
  for (const { waiting_ns: waiting, transfer_ns: transfer } of ranks.ranks) {
    waitingNs += waiting ?? 0;
    matchedNs += (waiting ?? 0) + (transfer ?? 0);
  }
  const isMost = percentOf(waitingNs, matchedNs) > RULE_THRESHOLDS.rankWaitPct.value;
  return isMost ? { waitingNs, matchedNs } : null;
}
