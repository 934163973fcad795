import { intent as intentTools } from '@perfxpert/tools';

export const INTENTS = ['analyze', 'optimize', 'verify', 'explain', 'help'] as const;
export type Intent = (typeof INTENTS)[number];

/** What a question was taken for, and where it leads. Decided by rules before any model is asked. */
export interface Routing {
  readonly intent: Intent;
  readonly routed_to: 'analysis' | 'recommendation' | 'correctness';
  readonly confidence: number;
  /** `rule` or `hint`. */
  readonly intent_source: 'rule' | 'hint';
  readonly matched_pattern: string | null;
  readonly warning: string | null;
}

const MAX_QUERY_CHARACTERS = 4000;
const TARGETS: Readonly<Record<Intent, Routing['routed_to']>> = {
  analyze: 'analysis',
  explain: 'analysis',
  help: 'analysis',
  optimize: 'recommendation',
  verify: 'correctness',
};

/** Routes a question by its words; a hint that is one of the five intents goes before them. */
export function routeQuery(query: string, hint: string | null): Routing {
  const hinted = INTENTS.find((known) => known === hint);
  if (hinted !== undefined)
    return {
      intent: hinted,
      routed_to: TARGETS[hinted],
      confidence: 1,
      intent_source: 'hint',
      matched_pattern: null,
      warning: null,
    };
  const found = intentTools.classify({ user_query: query.slice(0, MAX_QUERY_CHARACTERS) });
  return {
    intent: found.intent,
    routed_to: TARGETS[found.intent],
    confidence: found.confidence,
    intent_source: 'rule',
    matched_pattern: found.matched_pattern,
    warning: found.warning ?? null,
  };
}
