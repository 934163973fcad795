/** Who ended a try before its answer came. */
export type AbortedBy = 'caller' | 'attempt' | 'deadline';

/** The signal of one try, and who raised it. */
export interface AttemptSignal {
  readonly signal: AbortSignal;
  /** Null as long as nobody did. */
  abortedBy(): AbortedBy | null;
  /** Must be called when the try is over: stops timer and listener, and raises the signal, so that nothing goes on behind. */
  dispose(): void;
}

/** Largest wait that a timer takes, in milliseconds. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A signal that is raised when the caller gives up, after `attemptMs`, or after `remainingMs` (what is left of the time for
 * the whole call; null: no bound), whichever comes first.
 */
export function attemptSignal(
  caller: AbortSignal | undefined,
  attemptMs: number,
  remainingMs: number | null,
): AttemptSignal {
  const controller = new AbortController();
  let by: AbortedBy | null = null;
  const abort = (who: AbortedBy): void => {
    if (by !== null) return;
    by = who;
    controller.abort();
  };
  const isDeadline = remainingMs !== null && remainingMs <= attemptMs;
  const waitMs = Math.min(isDeadline ? remainingMs : attemptMs, MAX_TIMER_MS);
  const timer = setTimeout(() => abort(isDeadline ? 'deadline' : 'attempt'), waitMs);
  const onCaller = (): void => abort('caller');
  if (caller?.aborted === true) onCaller();
  caller?.addEventListener('abort', onCaller, { once: true });
  return {
    signal: controller.signal,
    abortedBy: () => by,
    dispose: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onCaller);
      controller.abort();
    },
  };
}
