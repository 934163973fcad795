import type { ProviderError } from '../errors.js';
import { ProviderChainExhausted, RateLimitError, TransientError } from '../errors.js';
import type { ChatEvent, ChatProvider } from '../provider.js';
import type { ProviderName } from '../provider-name.js';
import type { Breaker } from './breaker.js';

/** What surrounds the run of a chain. */
export interface FallbackOptions {
  /** Milliseconds for the whole chain; each provider gets what is left. */
  readonly deadlineMs?: number;
  readonly onEvent?: (event: ChatEvent) => void;
  /** The session's memory of failures. */
  readonly breaker?: Breaker;
  /** Milliseconds; stands in for the clock. */
  readonly now?: () => number;
}

/** What one provider of the chain has to work with. */
export interface FallbackTurn {
  /** What is left of the time; undefined: no bound. */
  readonly deadlineMs: number | undefined;
  /** Must be given to every call, so that it is known whether pieces of an answer were shown already. */
  readonly onEvent: (event: ChatEvent) => void;
}

/** A provider that failed, and how. */
export interface FallbackFailure {
  readonly provider: ProviderName;
  readonly error: ProviderError;
}

/** What came of a chain: the value, who gave it, and who failed before, in order. */
export interface FallbackResult<T> {
  readonly value: T;
  readonly provider: ProviderName;
  readonly failures: readonly FallbackFailure[];
}

/** True for the errors after which another provider is tried: rate limits and transient failures, nothing else. */
export function doesCascade(error: unknown): error is ProviderError {
  return error instanceof RateLimitError || error instanceof TransientError;
}

/**
 * Runs some work with the first provider of the chain that gets it done. The work starts anew with each provider. A chain
 * of one is no chain: its error surfaces as it is. Providers that the breaker holds back are passed over, unless it holds
 * all of them back.
 *
 * @throws the error of a provider where it does not cascade; ProviderChainExhausted where all of several failed
 */
export async function runWithFallback<T>(
  chain: readonly ChatProvider[],
  work: (provider: ChatProvider, turn: FallbackTurn) => Promise<T>,
  options: FallbackOptions = {},
): Promise<FallbackResult<T>> {
  const { breaker, deadlineMs } = options;
  const now = options.now ?? (() => Date.now());
  const startedAt = now();
  const failures: FallbackFailure[] = [];
  const candidates = startable(chain, breaker, failures);
  for (const [index, provider] of candidates.entries()) {
    const { turn, hasStreamed } = turnOf(
      options,
      deadlineMs === undefined ? undefined : deadlineMs - (now() - startedAt),
    );
    try {
      const value = await work(provider, turn);
      breaker?.succeeded(provider.name);
      return { value, provider: provider.name, failures };
    } catch (error) {
      if (!doesCascade(error)) throw error;
      breaker?.failed(provider.name, error);
      if (chain.length === 1) throw error;
      failures.push({ provider: provider.name, error });
      const to = candidates[index + 1]?.name ?? null;
      emit(options, { type: 'switch', from: provider.name, to, errorCode: error.code, discard: hasStreamed() });
    }
  }
  throw new ProviderChainExhausted(failures);
}

/** The providers that may be tried; those that the breaker holds back are noted as failed with the error it knows. */
function startable(
  chain: readonly ChatProvider[],
  breaker: Breaker | undefined,
  failures: FallbackFailure[],
): readonly ChatProvider[] {
  if (chain.length === 0) throw new RangeError('a chain of providers needs at least one entry');
  const isOpen = (provider: ChatProvider): boolean => breaker !== undefined && breaker.openedBy(provider.name) !== null;
  if (chain.every(isOpen)) return chain;
  for (const provider of chain) {
    const error = breaker?.openedBy(provider.name) ?? null;
    if (error !== null) failures.push({ provider: provider.name, error });
  }
  return chain.filter((provider) => !isOpen(provider));
}

function turnOf(options: FallbackOptions, deadlineMs: number | undefined) {
  let streamed = false;
  const onEvent = (event: ChatEvent): void => {
    if (event.type === 'text_delta' || event.type === 'answer_delta') streamed = true;
    if (event.type === 'retry' && event.discard) streamed = false;
    emit(options, event);
  };
  return { turn: { deadlineMs, onEvent }, hasStreamed: () => streamed };
}

function emit(options: FallbackOptions, event: ChatEvent): void {
  try {
    options.onEvent?.(event);
  } catch {
    // A listener that fails must not end the run.
  }
}
