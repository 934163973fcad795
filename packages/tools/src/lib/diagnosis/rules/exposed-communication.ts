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
    return [
      {
        priority: 'HIGH',
        category: 'Communication',
        title: `Overlap ${operation} with compute`,
        issue:
          `Collectives that no other kernel covers take ${percentText(exposedPct)} of the window (${timeText(exposedNs)})` +
          `${waited === null ? '' : ` beside what ranks wait for ${waited.straggler.device}`}` +
          `${kernel === null ? '.' : `, in ${countText(kernel.calls, 'launch', 'launches')} of ${kernelDisplayName(kernel.name)}.`}`,
        suggestion: `Start ${operation} as soon as the data is ready, in smaller buckets, so that the compute that follows hides the transfer.`,
        actions: [
          `Change the bucket size so that communication starts before the last gradient is computed`,
          `Compare the ranks: time in ${operation} may be waiting for the slowest one`,
        ],
        confidence: 0.7,
        target: kernel?.name ?? operation,
        isKernel: kernel !== null,
        evidence: [
          ...windowEvidence(time, 'communication_exposed', time.communicationExposedNs, EVIDENCE_SOURCES.facts),
          ...(waited === null ? [] : [evidence('straggler_bound_ns', waited.communicationNs, 'ns')]),
          evidence('collectives', summary?.op_count ?? null, 'count', EVIDENCE_SOURCES.collectives),
          evidence('overlap_pct', summary?.overlap_pct ?? null, 'percent', EVIDENCE_SOURCES.collectives),
        ],
        kernels: [],
        recoverableNs: exposedNs,
        arithmetic: `recoverable_ns = communication_exposed_ns${waited === null ? '' : ' - straggler_bound_ns'}`,
        impact: `all the time in ${operation} that no other kernel covers, ${waited === null ? 'waiting for other ranks included' : `waiting for ${waited.straggler.device} left out`}.`,
        commands: [sysTrace('All ranks, with their collective calls', './rccl_output')],
        effort: 'medium',
        risk: 'collectives and kernels that run side by side share compute units and memory bandwidth',
      },
    ];
  },
};
