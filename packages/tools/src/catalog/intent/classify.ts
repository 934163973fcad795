import * as v from 'valibot';
import { INTENTS, classifyIntent } from '../../lib/text/classify-intent.js';
import { fraction, text } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const ClassifyInputSchema = v.strictObject({
  user_query: v.pipe(v.string(), v.maxLength(100_000), v.description('The question, in English')),
});

export const ClassifyOutputSchema = v.object({
  intent: v.picklist(INTENTS),
  confidence: fraction('0.9 when a rule matched, 0.3 when none did'),
  matched_pattern: v.nullable(text('Id of the rule that matched; null = none')),
  warning: v.exactOptional(text('Why the answer is only a guess')),
});

export type ClassifyInput = v.InferInput<typeof ClassifyInputSchema>;
export type IntentClass = v.InferOutput<typeof ClassifyOutputSchema>;

/**
 * What a question asks for, by the words in it: verify, help, optimize, explain or analyze, tried in this order. Without
 * a match: analyze, confidence 0.3, and a warning.
 *
 * @throws ToolError INVALID_ARGUMENT
 */
export function classify(input: ClassifyInput, options: ToolOptions = {}): IntentClass {
  return callSyncTool(classifyTool, input, options);
}

export const classifyTool = defineSyncTool({
  key: 'intent.classify',
  description:
    'What a question about performance asks for: analyze, optimize, verify, explain or help, by its words. Use it to ' +
    'route a question. Example: user_query "did my patch help" is verify.',
  toolClass: 'read_only',
  inputSchema: ClassifyInputSchema,
  outputSchema: ClassifyOutputSchema,
  run({ user_query: query }) {
    const found = classifyIntent(query);
    if (found !== null) return { intent: found.intent, confidence: 0.9, matched_pattern: found.ruleId };
    return {
      intent: 'analyze' as const,
      confidence: 0.3,
      matched_pattern: null,
      warning: 'No rule matches the question; it is taken as a request to analyze.',
    };
  },
});
