import { errorFromCause } from '../error-from-cause.js';
import type { ProviderName } from '../provider-name.js';

/** How an endpoint is asked for an answer of a given form, best first. */
export type FormatMode = 'json_schema' | 'json_object' | 'words';

/** What an endpoint takes. Learned from its refusals and remembered as long as the provider lives. */
export interface OpenAiQuirks {
  readonly capField: 'max_completion_tokens' | 'max_tokens';
  readonly format: FormatMode;
  readonly hasStrictTools: boolean;
  readonly hasParallelSwitch: boolean;
  readonly hasStreamUsage: boolean;
}

/** OpenAI's own service takes everything. */
export const OPENAI_QUIRKS: OpenAiQuirks = Object.freeze({
  capField: 'max_completion_tokens',
  format: 'json_schema',
  hasStrictTools: true,
  hasParallelSwitch: true,
  hasStreamUsage: true,
});

/** Compatible servers: the older name of the bound, and no switch that many of them refuse. */
export const PRIVATE_QUIRKS: OpenAiQuirks = Object.freeze({
  ...OPENAI_QUIRKS,
  capField: 'max_tokens',
  hasStrictTools: false,
  hasParallelSwitch: false,
});

/**
 * What a refusal (HTTP 400 or 422) teaches about an endpoint, or null where it teaches nothing new: then it is the error.
 * Only a field that was really sent can be the reason, so each one is given up at most once.
 */
export function learnedQuirks(provider: ProviderName, quirks: OpenAiQuirks, error: unknown): OpenAiQuirks | null {
  const failure = errorFromCause(error, { provider, model: null, now: 0 });
  if (failure.code !== 'FATAL' || (failure.status !== 400 && failure.status !== 422)) return null;
  const text = failure.rawMessage ?? '';
  if (/response_format|json_schema|json_object|guided_json/i.test(text)) {
    if (quirks.format === 'json_schema') return { ...quirks, format: 'json_object' };
    if (quirks.format === 'json_object') return { ...quirks, format: 'words' };
    return null;
  }
  if (/stream_options|include_usage/i.test(text) && quirks.hasStreamUsage) return { ...quirks, hasStreamUsage: false };
  if (/parallel_tool_calls/i.test(text) && quirks.hasParallelSwitch) return { ...quirks, hasParallelSwitch: false };
  if (/\bstrict\b/i.test(text) && quirks.hasStrictTools) return { ...quirks, hasStrictTools: false };
  if (quirks.capField === 'max_completion_tokens' && /max_completion_tokens|unknown|unrecognized/i.test(text))
    return { ...quirks, capField: 'max_tokens' };
  if (quirks.capField === 'max_tokens' && /max_completion_tokens/i.test(text))
    return { ...quirks, capField: 'max_completion_tokens' };
  return null;
}
