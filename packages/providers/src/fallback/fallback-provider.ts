import type { ChatAttempt, ChatContext, ChatProvider, ChatRequest, ChatResult } from '../provider.js';
import { addUsage } from '../usage.js';
import type { Breaker } from './breaker.js';
import { runWithFallback } from './run-with-fallback.js';

/**
 * Several providers as one: each call goes to the first that answers it (`runWithFallback`). The model of a request is for
 * the first provider only, since no other service knows it; the others use their own.
 *
 * @throws RangeError for an empty chain
 */
export function createFallbackProvider(chain: readonly ChatProvider[], breaker?: Breaker): ChatProvider {
  const [first] = chain;
  if (first === undefined) throw new RangeError('a chain of providers needs at least one entry');
  const chat = async (request: ChatRequest, context: ChatContext = {}): Promise<ChatResult> => {
    const { deadlineMs, onEvent } = context;
    const { value, failures } = await runWithFallback(
      chain,
      (provider, turn) => {
        const { model, ...rest } = request;
        const own = provider === first && model !== undefined ? { ...rest, model } : rest;
        const { deadlineMs: remainingMs } = turn;
        return provider.chat(own, {
          ...context,
          ...(remainingMs === undefined ? {} : { deadlineMs: remainingMs }),
          // Somebody listens only if the caller does: a listener makes the answer come in pieces.
          ...(onEvent === undefined ? {} : { onEvent: turn.onEvent }),
        });
      },
      {
        ...(deadlineMs === undefined ? {} : { deadlineMs }),
        ...(onEvent === undefined ? {} : { onEvent }),
        ...(breaker === undefined ? {} : { breaker }),
      },
    );
    const before: readonly ChatAttempt[] = failures.map(({ provider, error }) => ({
      provider,
      model: error.model,
      errorCode: error.code,
    }));
    const usage = failures.flatMap(({ error }) => error.usage ?? []).reduce(addUsage, value.usage);
    return { ...value, usage, attempts: [...before, ...value.attempts] };
  };
  return { name: first.name, model: first.model, caps: first.caps, chat };
}
