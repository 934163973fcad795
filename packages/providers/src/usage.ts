/**
 * What a call cost. Token counts are the service's own; nothing is estimated.
 *
 * - `inputTokens` every token of the prompts, cached ones included; `cacheReadTokens` and `cacheWriteTokens` are parts of it
 * - `outputTokens` includes reasoning
 * - `modelCalls` requests that were answered, in part too, `toolCalls` calls that the model asked for
 * - `latencyMs` time from the first request to the last answer, waiting between tries included
 * - `costUsd` US dollars by the table of prices (as of `PRICES_AS_OF`), or as the service itself says; null where a model or a count is
 *   unknown
 * - `isComplete` false where a service named no counts, or broke off before its last one: then the tokens are a lower bound
 */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly latencyMs: number;
  readonly costUsd: number | null;
  readonly isComplete: boolean;
}

/** The usage of no call at all; the neutral element of `addUsage`. */
export const NO_USAGE: Usage = Object.freeze({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  modelCalls: 0,
  toolCalls: 0,
  latencyMs: 0,
  costUsd: 0,
  isComplete: true,
});

/** Sum of two usages; `costUsd` is null as soon as one of them is. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    modelCalls: left.modelCalls + right.modelCalls,
    toolCalls: left.toolCalls + right.toolCalls,
    latencyMs: left.latencyMs + right.latencyMs,
    costUsd: left.costUsd === null || right.costUsd === null ? null : left.costUsd + right.costUsd,
    isComplete: left.isComplete && right.isComplete,
  };
}
