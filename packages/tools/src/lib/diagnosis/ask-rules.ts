import { kernelFindingId } from './recommendation-id.js';
import type { RecommendationDraft, Rule, RuleFinding, RuleInput } from './rule.js';
import { RULES } from './rules/index.js';

/** What all rules find, in their order; each sees what those before it found. */
export function askRules(input: RuleInput): readonly RuleFinding[] {
  return RULES.reduce<readonly RuleFinding[]>((earlier, rule) => {
    const drafts = lasting(rule, rule.evaluate({ ...input, earlier }), { ...input, earlier });
    return [...earlier, ...drafts.map((draft) => ({ ruleId: rule.id, draft }))];
  }, []);
}

/** Rules about parts of the window that a one-off before or after the main loop can fill. */
const ABOUT_THE_WINDOW: ReadonlySet<string> = new Set(['gpu_idle', 'api_overhead', 'exposed_copies']);

/** What the main loop by itself does not show comes once, however long the program runs: no advice is about it. */
function lasting(rule: Rule, drafts: RecommendationDraft[], input: RuleInput): RecommendationDraft[] {
  const { steady } = input;
  if (steady === null || drafts.length === 0 || !ABOUT_THE_WINDOW.has(rule.name)) return drafts;
  return rule.evaluate({ ...input, ...steady }).length > 0 ? drafts : [];
}

/** Id of a finding before repeats are counted up. */
export function idOf({ ruleId, draft }: RuleFinding): string {
  const id = draft.technique?.id ?? ruleId;
  return draft.isKernel && draft.target !== null ? kernelFindingId(id, draft.target) : id;
}
