import { findChangeImpactModel } from '@perfxpert/knowledge';
import type { OfferedTechnique } from '../../schemas/offered-technique.js';
import { PRIORITIES } from '../../terms/priorities.js';
import type { Recommendation } from '../../schemas/recommendation.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { filterCommands } from '../profiler/command-filter.js';
import { roundTo } from '../statistics/round-to.js';
import { askRules, idOf } from './ask-rules.js';
import { mergeFindings } from './merge-findings.js';
import { printable } from './printable.js';
import { collectedBy } from './profiler-commands.js';
import { uniqueIds } from './recommendation-id.js';
import { impactText } from './recoverable-time.js';
import { ruleInput } from './rule-input.js';
import type { DiagnoseOptions } from './rule-input.js';
import type { RuleFinding, RuleInput } from './rule.js';
import { RULES } from './rules/index.js';
import { kernelsOf } from './share-kernel-time.js';
import { techniquesOf } from './techniques-of.js';
import { verificationOf } from './verification.js';
import { windowPct } from './window-time.js';

/**
 * Asks all rules about a trace. The list is sorted by what a change can save at most (unknown last), then priority, then
 * id; ids are unique and stable. An empty list means that the trace shows nothing worth doing. Confidence is scaled by the
 * part of the dispatches that the trace holds.
 */
export function recommend(facts: TraceFacts, options: DiagnoseOptions = {}): Recommendation[] {
  const input = ruleInput(facts, options);
  const findings = mergeFindings(askRules(input), input);
  const ids = uniqueIds(findings.map(idOf));
  const collected = options.alreadyCollected ?? collectedBy(facts);
  return findings
    .map((finding, index) => toRecommendation(finding, ids[index] ?? finding.ruleId, input, collected))
    .sort(compareRecommendations);
}

function toRecommendation(
  finding: RuleFinding,
  id: string,
  input: RuleInput,
  collected: ReadonlySet<string>,
): Recommendation {
  const { ruleId, draft } = finding;
  const { time, completenessFrac } = input;
  const techniques = techniquesOf(finding, input);
  const kernels = kernelsOf(finding);
  const verify = verificationOf(draft, techniques);
  const recoverableNs = time === null ? null : draft.recoverableNs;
  return {
    id,
    name: draft.technique?.name ?? RULES.find((rule) => rule.id === ruleId)?.name ?? ruleId,
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
    ...(kernels.length === 0 ? {} : { kernels: [...kernels] }),
    ...(techniques.length === 0 ? {} : { techniques }),
    ...predictionOf(techniques),
    ...(draft.arithmetic === undefined || recoverableNs === null ? {} : { arithmetic: draft.arithmetic }),
    ...(verify === undefined ? {} : { verify }),
    ...(draft.pragma === undefined ? {} : { ...draft.pragma, factor_sweep: [...draft.pragma.factor_sweep] }),
  };
}

/** The range of the first technique that has one. */
function predictionOf(techniques: readonly OfferedTechnique[]): Partial<Recommendation> {
  const predicted = techniques.find((technique) => technique.predicted_program_speedup_range !== null);
  const range = predicted?.predicted_program_speedup_range ?? null;
  if (predicted === undefined || range === null) return {};
  const [low, high] = range;
  return {
    predicted_program_speedup_range: [low, high],
    predicted_confidence: roundTo(predicted.confidence * (findChangeImpactModel(predicted.id)?.confidence ?? 1), 2),
    predicted_rationale: `${predicted.title}: the program becomes ${low.toFixed(2)} to ${high.toFixed(2)} times as fast by Amdahl, from the least that comparable changes gained to what the measured limits leave.`,
    ...(predicted.source_citation === null ? {} : { source_citation: predicted.source_citation }),
  };
}

function compareRecommendations(left: Recommendation, right: Recommendation): number {
  return (
    (right.recoverable_ns ?? -1) - (left.recoverable_ns ?? -1) ||
    PRIORITIES.indexOf(left.priority) - PRIORITIES.indexOf(right.priority) ||
    (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)
  );
}
