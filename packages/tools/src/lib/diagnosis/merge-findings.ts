import { EVIDENCE_SOURCES, windowEvidence } from './evidence.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { RecommendationDraft, RuleFinding, RuleInput } from './rule.js';
import { PRIORITIES } from '../../terms/priorities.js';
import type { Evidence } from '../../schemas/recommendation.js';
import { apiOverhead } from './rules/api-overhead.js';
import { gpuIdle } from './rules/gpu-idle.js';
import { launchEfficiency } from './rules/launch-efficiency.js';
import { launchOverhead } from './rules/launch-overhead.js';
import { memoryBandwidth } from './rules/memory-bandwidth.js';
import { memoryTransfer } from './rules/memory-transfer.js';
import { shareKernelTime } from './share-kernel-time.js';
import { windowPct } from './window-time.js';
import type { WindowTime } from './window-time.js';

/** Rules about time in which the GPU runs nothing; of one cause the first that fired leads. */
const LEADERS = [launchOverhead.id, gpuIdle.id, apiOverhead.id, launchEfficiency.id];
const LAUNCH_RULES: ReadonlySet<string> = new Set([launchOverhead.id, launchEfficiency.id]);

/**
 * One finding per piece of time: findings that describe the same time become one, and the bounds of those that stay add
 * up to no more than the time there is.
 *
 * - Exposed copies speak for slow copies too, whose evidence they take over.
 * - Waits and launches one by one leave the GPU empty in several ways at once (the call, the gap behind the kernel, idle
 *   time): where either is the driver, one finding speaks for all empty time, since a host that runs ahead fills all
 *   of it. Other causes of empty time keep their own part, gaps behind short kernels what those leave.
 * - Findings about the same kernels share their exclusive time.
 */
export function mergeFindings(findings: readonly RuleFinding[], input: RuleInput): RuleFinding[] {
  const { time } = input;
  if (time === null) return [...findings];
  return shareKernelTime(mergeEmptyTime(mergeCopies(findings, time), input, time), input.facts, time);
}

function mergeCopies(findings: readonly RuleFinding[], time: WindowTime): RuleFinding[] {
  const exposed = findings.find(({ ruleId }) => ruleId === memoryTransfer.id);
  let leftNs = time.copyExposedNs;
  if (exposed === undefined)
    return findings.flatMap((finding) => {
      if (finding.ruleId !== memoryBandwidth.id) return [finding];
      const recoverableNs = Math.min(finding.draft.recoverableNs ?? 0, leftNs);
      leftNs -= recoverableNs;
      return [withDraft(finding, { recoverableNs })];
    });
  const slow = findings.filter(({ ruleId }) => ruleId === memoryBandwidth.id);
  const others = slow.filter(({ draft }) => draft.target !== exposed.draft.target);
  const own = slow.filter(({ draft }) => draft.target === exposed.draft.target);
  const merged = withDraft(exposed, {
    actions: [...exposed.draft.actions, ...others.flatMap(({ draft }) => draft.actions.slice(0, 1))],
    evidence: joinEvidence(exposed.draft.evidence, own),
  });
  return findings
    .filter(({ ruleId }) => ruleId !== memoryBandwidth.id)
    .map((finding) => (finding === exposed ? merged : finding));
}

function mergeEmptyTime(findings: readonly RuleFinding[], { emptyGpu }: RuleInput, time: WindowTime): RuleFinding[] {
  if (emptyGpu === null) return [...findings];
  const { driver } = emptyGpu;
  const isOneCause = driver === 'launch_bound' || driver === 'device_sync';
  const belongs = ({ ruleId, draft }: RuleFinding): boolean =>
    LAUNCH_RULES.has(ruleId) || ruleId === gpuIdle.id || (ruleId === apiOverhead.id && draft.cause === 'launch_bound');
  const order = driver === 'device_sync' ? [gpuIdle.id, ...LEADERS] : LEADERS;
  const fired = order.flatMap((id) => findings.find((finding) => finding.ruleId === id) ?? []);
  const [leader] = fired.filter(belongs);
  if (isOneCause && leader !== undefined) {
    const keptNs = sumOf(fired.filter((finding) => !belongs(finding)));
    const members = fired.filter((finding) => finding !== leader && belongs(finding));
    const merged = leadingFinding(leader, members, time, Math.max(0, time.emptyNs - keptNs));
    return findings.filter((finding) => !members.includes(finding)).map((one) => (one === leader ? merged : one));
  }
  return leaveRest(findings, driver === 'gpu_idle', time);
}

function leadingFinding(
  leader: RuleFinding,
  members: readonly RuleFinding[],
  time: WindowTime,
  recoverableNs: number,
): RuleFinding {
  const priorities = [leader, ...members].map(({ draft }) => PRIORITIES.indexOf(draft.priority));
  return withDraft(leader, {
    priority: PRIORITIES[Math.min(...priorities)] ?? leader.draft.priority,
    evidence: joinEvidence(
      [...leader.draft.evidence, ...windowEvidence(time, 'gpu_empty', time.emptyNs, EVIDENCE_SOURCES.facts)],
      members,
    ),
    recoverableNs,
    impact: 'all the time in which the GPU runs nothing, apart from what other findings name.',
    arithmetic:
      'recoverable_ns = gpu_empty_ns (idle_other_ns + api_exposed_ns) less recoverable_ns of other findings on it',
  });
}

/**
 * Where the driver is another: gaps behind short kernels get what idle time and calls leave, and go where that is little.
 * Where nothing tells who keeps the GPU waiting, it is the other way round: the gaps say more than the rest.
 */
function leaveRest(findings: readonly RuleFinding[], isUnknown: boolean, time: WindowTime): RuleFinding[] {
  const isGap = ({ ruleId }: RuleFinding): boolean => LAUNCH_RULES.has(ruleId);
  const isRest = ({ ruleId }: RuleFinding): boolean => ruleId === gpuIdle.id || ruleId === apiOverhead.id;
  const firstNs = sumOf(findings.filter(isUnknown ? isGap : isRest));
  return findings.flatMap((finding) => {
    if (!(isUnknown ? isRest : isGap)(finding)) return [finding];
    const recoverableNs = Math.max(0, Math.min(finding.draft.recoverableNs ?? 0, time.emptyNs - firstNs));
    const isLittle = windowPct(time, recoverableNs) <= RULE_THRESHOLDS.launchGapPct.value;
    return isLittle ? [] : [withDraft(finding, { recoverableNs })];
  });
}

function sumOf(findings: readonly RuleFinding[]): number {
  return findings.reduce((sum, { draft }) => sum + (draft.recoverableNs ?? 0), 0);
}

function joinEvidence(own: readonly Evidence[], others: readonly RuleFinding[]): RecommendationDraft['evidence'] {
  const joined = new Map(own.map((entry) => [entry.metric, entry]));
  for (const { draft } of others)
    for (const entry of draft.evidence) if (!joined.has(entry.metric)) joined.set(entry.metric, entry);
  const [first, ...rest] = joined.values();
  // A draft's own evidence is never empty.
  if (first === undefined) throw new RangeError('evidence of a finding is empty');
  return [first, ...rest];
}

function withDraft(finding: RuleFinding, changes: Partial<RecommendationDraft>): RuleFinding {
  return { ...finding, draft: { ...finding.draft, ...changes } };
}
