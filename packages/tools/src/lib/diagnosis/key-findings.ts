import type { Rank, Ranks } from '../../schemas/ranks.js';
import type { Verdict } from '../../schemas/verdict.js';
import { countText, numberText, percentText, timeText } from './figures.js';
import { kernelDisplayName } from './kernel-display-name.js';
import { knownComputePct } from './known-compute.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { RuleInput } from './rule.js';
import type { Trust } from './trust.js';
import { windowPct } from './window-time.js';
import type { WindowTime } from './window-time.js';

/** What a reader should know beside the verdict, each with its number: shares, top kernel, counters, doubts. */
export function keyFindings(input: RuleInput, verdict: Pick<Verdict, 'driver'>, trust: Trust): string[] {
  const { facts, time, clockDoubtNs } = input;
  const findings = time === null ? [] : [sharesText(time, clockDoubtNs)];
  const [top] = facts.hotspots;
  if (top !== undefined)
    findings.push(
      `Top kernel: ${kernelDisplayName(top.name)}, ${percentText(top.percent_of_total)} of kernel time in ${countText(top.calls, 'call')}.`,
    );
  findings.push(...waitingText(facts.ranks));
  findings.push(countersText(input, verdict));
  if (trust.idleDoubt !== null) findings.push(`Idle time is not judged: ${trust.idleDoubt}.`);
  return findings;
}

/** The rank that spends the most time in collectives waiting for others; nothing where ranks could not be compared. */
function waitingText(ranks: Ranks | null): string[] {
  let most: Rank | null = null;
  for (const rank of ranks?.ranks ?? []) if ((rank.waiting_ns ?? 0) > (most?.waiting_ns ?? 0)) most = rank;
  if (most === null || most.waiting_ns === null || most.transfer_ns === null) return [];
  const totalNs = most.waiting_ns + most.transfer_ns;
  return [
    `${most.device} waits for other ranks for ${timeText(most.waiting_ns)} of ${timeText(totalNs)} in matched collectives.`,
  ];
}

function sharesText(time: WindowTime, clockDoubtNs: number | null): string {
  const part = (ns: number) => percentText(windowPct(time, ns));
  const own = time.computeNs - time.communicationExposedNs;
  const communication =
    time.communicationExposedNs === 0 ? '' : `, communication that nothing covers ${part(time.communicationExposedNs)}`;
  const host =
    clockDoubtNs === null
      ? `host API calls ${part(time.apiWorkNs + time.apiWaitNs)}, idle time ${part(time.idleNs)}`
      : `time without GPU work ${part(time.emptyNs)}`;
  return `Of ${timeText(time.wallNs)}, kernels take ${part(own)}${communication}, copies that no kernel covers ${part(time.copyExposedNs)}, ${host}.`;
}

function countersText(input: RuleInput, { driver }: Pick<Verdict, 'driver'>): string {
  const { facts } = input;
  const { dispatches } = facts.traceQuality;
  if (!facts.hardwareCounters.has_counters) {
    const isNeeded = driver === 'gpu_bound' || driver === 'no_counters';
    return isNeeded
      ? `GPU-bound, counters needed: none of the ${numberText(dispatches)} dispatches has any.`
      : `No hardware counters on any of the ${numberText(dispatches)} dispatches.`;
  }
  const count = Object.keys(facts.hardwareCounters.counters ?? {}).length;
  const knownPct = knownComputePct(input.kernelLimits);
  const isKnown = knownPct > RULE_THRESHOLDS.hotspotPct.value;
  const known = isKnown
    ? `they show what bounds ${percentText(knownPct)} of kernel time`
    : 'they do not show what bounds the hot kernels';
  return `${count} hardware counters recorded: ${known}.`;
}
