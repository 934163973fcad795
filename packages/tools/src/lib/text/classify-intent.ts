/** What a question asks for. */
export const INTENTS = ['verify', 'help', 'optimize', 'explain', 'analyze'] as const;
export type Intent = (typeof INTENTS)[number];

interface IntentRule {
  /** Stable id: intent and what the rule looks for. */
  readonly id: string;
  readonly intent: Intent;
  readonly pattern: RegExp;
}

/** Questions are short; a longer text is judged by its beginning, which bounds the time a hostile one can cost. */
const MAX_CHARACTERS = 4096;

const rule = (intent: Intent, what: string, pattern: RegExp): IntentRule => ({
  id: `${intent}.${what}`,
  intent,
  pattern,
});

/** In order: the first that matches decides. Matched against lower-case text, whole words. */
const RULES: readonly IntentRule[] = [
  rule('verify', 'did_it_help', /\bdid\b.*\b(help|improve|work|regress)\b/s),
  rule('verify', 'compare_run', /\bcompare\b.*\bruns?\b/s),
  rule('verify', 'is_this_better', /\bis (this|it) better\b/),
  rule('verify', 'regression', /\bregress(ion|ions|ed|es)?\b/),
  rule('verify', 'verify', /\bverify\b/),
  rule('verify', 'still_matches', /\bstill match(es)?\b/),
  rule('help', 'what_can', /\bwhat can\b/),
  rule('help', 'how_do_i_use', /\bhow do i use\b/),
  rule('optimize', 'how_to_fix', /\b(how|what)\b.*\b(fix|improve|optimi[sz]e|speed up|faster)\b/s),
  rule('optimize', 'suggest_optimization', /\bsuggest\b.*\b(optimi[sz]ations?|fix(es)?|improvements?|changes?)\b/s),
  rule('optimize', 'recommend', /\brecommend(ed|s|ations?)?\b/),
  rule('optimize', 'optimize', /\boptimi[sz]/),
  rule('optimize', 'fix', /^\s*fix\b/),
  rule('analyze', 'what_is_slow', /\bwhat (is|are) (the|my)\b.*\b(bottlenecks?|slowest|hottest|hot kernels?)\b/s),
  rule('explain', 'what_is', /\bwhat (is|does|means?)\b/),
  rule('explain', 'explain', /\bexplain\b/),
  rule('explain', 'define', /\bdefine\b/),
  rule('analyze', 'analyze', /\banaly[sz]e\b/),
  rule('analyze', 'why_slow', /\b(why|what)\b.*\b(slow|bottleneck|performance|fast)\b/s),
  rule('analyze', 'trace', /\btrace\b/),
  rule('analyze', 'profile', /\bprofile\b/),
  rule('analyze', 'investigate', /\binvestigate\b/),
  // Last: "help me optimise" asks for more than help.
  rule('help', 'help', /\bhelp\b/),
];

/** The first rule that a question matches: its intent and id; null when none does. */
export function classifyIntent(question: string): { readonly intent: Intent; readonly ruleId: string } | null {
  const text = question.slice(0, MAX_CHARACTERS).toLowerCase();
  const found = RULES.find(({ pattern }) => pattern.test(text));
  return found === undefined ? null : { intent: found.intent, ruleId: found.id };
}
