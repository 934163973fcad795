import type { Fetch } from '../http/transport.js';
import type { ModelPrice } from '../prices.js';
import type { RetryPolicy } from './retry-policy.js';

/** What every call of one provider shares. */
export interface ChatSettings {
  /** Milliseconds that one try may take. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly isAirgapped: boolean;
  /** Headers that go with every request over HTTP. */
  readonly headers: Readonly<Record<string, string>>;
  readonly maxResponseBytes: number;
  /** Made at the first use. */
  readonly transport: () => Promise<Fetch>;
  readonly prices: Readonly<Record<string, ModelPrice>>;
  /** Texts that must not leave the process or stand in an error. */
  readonly secrets: readonly string[];
  readonly privateNames: readonly string[];
  /** Said once, at the first call. */
  readonly warnings: readonly string[];
  readonly clock: Clock;
}

/** Time and chance, so that tests can stand in for them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Waits, or until the signal is raised; never throws. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}
