import type { Bottleneck, Verdict } from '../../schemas/verdict.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { roundTo } from '../statistics/round-to.js';
import { kernelVerdict } from './kernel-verdict.js';
import type { KernelVerdict } from './kernel-verdict.js';
import { insufficientVerdict } from './insufficient-verdict.js';
import { percentText, timeText } from './figures.js';
import { keyFindings } from './key-findings.js';
import { printable } from './printable.js';
import { ruleInput } from './rule-input.js';
import type { RuleInput } from './rule.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import { trustIn } from './trust.js';
import { STEADY, steadyEvidence, verdictEvidence } from './verdict-evidence.js';
import { whatWouldChange } from './would-change.js';
import type { Contest } from './would-change.js';
import { verdictCandidates } from './verdict-candidates.js';
import type { VerdictCandidate } from './verdict-candidates.js';
import { windowPct } from './window-time.js';
import type { WindowTime } from './window-time.js';

type Decision = Omit<Verdict, 'scores' | 'key_findings' | 'evidence' | 'would_change' | 'withheld'> & {
  readonly classNs: ReadonlyMap<Bottleneck, number>;
};

/**
 * The one judgement of a trace. A cause outside the kernels decides if it is large enough: copies or collectives that
 * nothing covers, or a GPU that runs nothing. Two of them of about the same size are `mixed`. Else the kernels decide,
 * by counters (`kernelVerdict`). `scores` hold the share of the window that speaks for each class; the verdict's class
 * comes first unless data is insufficient. Confidence is scaled by the part of the dispatches that the trace holds.
 *
 * Where the main loop stands for the run (`steadyTime`) and by itself would be judged otherwise, the loop decides: what
 * comes once before or after it does not. Scores are then shares of the loop.
 *
 * Drivers, thresholds and confidences: docs/diagnosis.md.
 */
export function judge(facts: TraceFacts): Verdict {
  const input = ruleInput(facts);
  const { time } = input;
  const trust = trustIn(facts);
  // Where idle time may not be judged, shares are of the busy time.
  const judgedNs = trust.idleDoubt === null ? (time?.wallNs ?? 0) : (time?.busyNs ?? 0);
  if (time === null || judgedNs === 0 || facts.traceQuality.dispatches === 0) return insufficientVerdict(facts);
  const whole = contestOf(input, time, judgedNs);
  const { steady } = input;
  const loop = steady === null ? null : steadyContest({ ...input, ...steady }, steady.time, whole.candidates);
  const isSteadyOther = loop !== null && loop.verdict.driver !== whole.verdict.driver;
  const contest = isSteadyOther ? loop : whole;
  const { verdict: decision } = contest;
  return {
    primary_bottleneck: decision.primary_bottleneck,
    driver: decision.driver,
    confidence: roundTo(decision.confidence * trust.completenessFrac, 2),
    overall_assessment: printable(decision.overall_assessment),
    key_findings: [
      ...keyFindings(input, decision, trust),
      ...(isSteadyOther ? [steadyText(loop, whole, time)] : []),
    ].map(printable),
    scores: scoresOf(decision.classNs, contest.judgedNs),
    evidence: [...verdictEvidence(input), ...(isSteadyOther && steady !== null ? steadyEvidence(input, steady) : [])],
    would_change: whatWouldChange(input, contest),
  };
}

interface Judged extends Contest {
  readonly kernels: KernelVerdict;
  readonly verdict: Decision;
}

function contestOf(input: RuleInput, time: WindowTime, judgedNs: number): Judged {
  return decide(verdictCandidates(input, judgedNs), kernelVerdict(input, time, judgedNs), judgedNs);
}

/** The main loop by itself. A cause decides it only if it also decides the whole: nothing is judged that no advice is about. */
function steadyContest(input: RuleInput, time: WindowTime, whole: readonly VerdictCandidate[]): Judged {
  const isDecisive = (measure: string): boolean =>
    whole.some((candidate) => candidate.measure === measure && candidate.isDecisive);
  const candidates = verdictCandidates(input, time.wallNs).map((candidate) => ({
    ...candidate,
    isDecisive: candidate.isDecisive && isDecisive(candidate.measure),
    measure: `${STEADY}${candidate.measure}`,
  }));
  return decide(candidates, kernelVerdict(input, time, time.wallNs), time.wallNs);
}

function decide(candidates: readonly VerdictCandidate[], kernels: KernelVerdict, judgedNs: number): Judged {
  return {
    candidates: [...candidates].sort((left, right) => right.ns - left.ns),
    kernels,
    verdict: decideByCause(candidates) ?? decideByKernels(kernels, candidates),
    judgedNs,
  };
}

function steadyText(loop: Judged, whole: Judged, time: WindowTime): string {
  const share = percentText(windowPct(time, loop.judgedNs));
  return `The main loop without its warm-up is judged: ${timeText(loop.judgedNs)}, ${share} of the window. With what comes once before and after it, the driver would be ${whole.verdict.driver ?? 'none'}.`;
}

function decideByCause(candidates: readonly VerdictCandidate[]): Decision | null {
  const [first, second] = [...candidates].sort((left, right) => right.ns - left.ns);
  const decisive = candidates.filter((candidate) => candidate.isDecisive);
  if (first === undefined || decisive.length === 0) return null;
  const classNs = largestPerClass(candidates);
  const isClose = second !== undefined && second.ns >= RULE_THRESHOLDS.mixedRatioFrac.value * first.ns;
  const areTwo = second !== undefined && (!first.isDecisive || (isClose && second.isDecisive));
  if (!areTwo)
    return {
      primary_bottleneck: first.bottleneck,
      driver: first.driver,
      confidence: first.confidence,
      overall_assessment: first.sentence,
      classNs,
    };
  return {
    primary_bottleneck: 'mixed',
    driver: 'mixed',
    confidence: 0.5,
    overall_assessment: `Two causes cost about the same: ${first.phrase} and ${second.phrase}.`,
    classNs: new Map([...classNs, ['mixed', first.ns + second.ns]]),
  };
}

function decideByKernels(verdict: KernelVerdict, candidates: readonly VerdictCandidate[]): Decision {
  const classNs = largestPerClass(candidates);
  for (const [bottleneck, ns] of verdict.classNs) classNs.set(bottleneck, Math.max(ns, classNs.get(bottleneck) ?? 0));
  return {
    primary_bottleneck: verdict.bottleneck,
    driver: verdict.driver,
    confidence: verdict.confidence,
    overall_assessment: verdict.sentence,
    classNs,
  };
}

function largestPerClass(candidates: readonly VerdictCandidate[]): Map<Bottleneck, number> {
  const classNs = new Map<Bottleneck, number>();
  for (const { bottleneck, ns } of candidates) classNs.set(bottleneck, Math.max(ns, classNs.get(bottleneck) ?? 0));
  return classNs;
}

function scoresOf(classNs: ReadonlyMap<Bottleneck, number>, judgedNs: number): Verdict['scores'] {
  return [...classNs]
    .filter(([, ns]) => ns > 0)
    .map(([bottleneck, ns]) => ({ bottleneck, score: Math.min(1, ns / judgedNs) }))
    .sort((left, right) => right.score - left.score || (left.bottleneck < right.bottleneck ? -1 : 1));
}
