import { kernelFindingId } from './recommendation-id.js';
import type { RuleFinding, RuleInput } from './rule.js';
import { RULES } from './rules/index.js';

/** What all rules find, in their order; each sees what those before it found. */
export function askRules(input: RuleInput): readonly RuleFinding[] {
  return RULES.reduce<readonly RuleFinding[]>((earlier, rule) => {
    const drafts = rule.evaluate({ ...input, earlier });
    return [...earlier, ...drafts.map((draft) => ({ ruleId: rule.id, draft }))];
  }, []);
}

/** Id of a finding before repeats are counted up. */
export function idOf({ ruleId, draft }: RuleFinding): string {
  const id = draft.technique?.id ?? ruleId;
  return draft.isKernel && draft.target !== null ? kernelFindingId(id, draft.target) : id;
}
