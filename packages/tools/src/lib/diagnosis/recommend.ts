import { PRIORITIES } from '../../schemas/recommendation.js';
import type { Recommendation } from '../../schemas/recommendation.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { filterCommands } from '../profiler/command-filter.js';
import { roundTo } from '../statistics/round-to.js';
import { printable } from './printable.js';
import { collectedBy } from './profiler-commands.js';
import { kernelFindingId, uniqueIds } from './recommendation-id.js';
import { impactText } from './recoverable-time.js';
import { ruleInput } from './rule-input.js';
import type { DiagnoseOptions } from './rule-input.js';
import type { RuleFinding, RuleInput } from './rule.js';
import { RULES } from './rules/index.js';
import { windowPct } from './window-time.js';

/**
 * Asks all rules about a trace. The list is sorted by what a change can save at most (unknown last), then priority, then
 * id; ids are unique and stable. An empty list means that the trace shows nothing worth doing. Confidence is scaled by the
 * part of the dispatches that the trace holds.
 */
export function recommend(facts: TraceFacts, options: DiagnoseOptions = {}): Recommendation[] {
  const input = ruleInput(facts, options);
  const findings = RULES.reduce<readonly RuleFinding[]>((earlier, rule) => {
    const drafts = rule.evaluate({ ...input, earlier });
    return [...earlier, ...drafts.map((draft) => ({ ruleId: rule.id, draft }))];
  }, []);
  const ids = uniqueIds(findings.map(idOf));
  const collected = options.alreadyCollected ?? collectedBy(facts);
  return findings
    .map((finding, index) => toRecommendation(finding, ids[index] ?? finding.ruleId, input, collected))
    .sort(compareRecommendations);
}

function idOf({ ruleId, draft }: RuleFinding): string {
  return draft.isKernel && draft.target !== null ? kernelFindingId(ruleId, draft.target) : ruleId;
}

function toRecommendation(
  { ruleId, draft }: RuleFinding,
  id: string,
  { time, completenessFrac }: RuleInput,
  collected: ReadonlySet<string>,
): Recommendation {
  const recoverableNs = time === null ? null : draft.recoverableNs;
  return {
    id,
    name: RULES.find((rule) => rule.id === ruleId)?.name ?? ruleId,
    title: printable(draft.title),
    priority: draft.priority,
    category: draft.category,
    issue: printable(draft.issue),
    suggestion: printable(draft.suggestion),
    actions: draft.actions.map(printable),
    estimated_impact: printable(impactText(time, recoverableNs, draft.impact)),
    confidence: roundTo(draft.confidence * completenessFrac, 2),
    target: draft.target,
    evidence: [...draft.evidence],
    recoverable_ns: recoverableNs,
    estimated_saving_ns: recoverableNs,
    recoverable_pct: time === null || recoverableNs === null ? null : windowPct(time, recoverableNs),
    commands: [...filterCommands(draft.commands, collected)],
    effort: draft.effort,
    risk: draft.risk,
    ...(draft.pragma === undefined ? {} : { ...draft.pragma, factor_sweep: [...draft.pragma.factor_sweep] }),
  };
}

function compareRecommendations(left: Recommendation, right: Recommendation): number {
  return (
    (right.recoverable_ns ?? -1) - (left.recoverable_ns ?? -1) ||
    PRIORITIES.indexOf(left.priority) - PRIORITIES.indexOf(right.priority) ||
    (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)
  );
}
