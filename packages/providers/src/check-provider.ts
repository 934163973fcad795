import { createProvider } from './create-provider.js';
import type { ProviderOptions } from './create-provider.js';
import { errorFromCause } from './error-from-cause.js';
import type { ProviderErrorCode } from './errors.js';

/** Whether a provider can be used, without using a model. Null: not found out. Never holds a key. */
export interface ProviderCheck {
  readonly provider: string;
  /** The model that would be asked, null for the endpoint's own. */
  readonly model: string | null;
  readonly isUsable: boolean;
  readonly hasModel: boolean | null;
  readonly hasTools: boolean | null;
  readonly hasJsonSchema: boolean | null;
  /** Of a program (opencode), null elsewhere. */
  readonly version: string | null;
  readonly latencyMs: number | null;
  readonly errorCode: ProviderErrorCode | null;
  /** Our own words about what is wrong, null where nothing is. */
  readonly message: string | null;
}

/**
 * Asks an endpoint about itself: key accepted, address reachable, model there, what it can do, how long that took. Nothing is
 * thrown: what is wrong is part of the answer.
 */
export async function checkProvider(
  name: string,
  options: ProviderOptions,
  context: { readonly signal?: AbortSignal; readonly deadlineMs?: number } = {},
): Promise<ProviderCheck> {
  const now = options.clock === undefined ? () => Date.now() : () => options.clock?.now() ?? 0;
  const startedAt = now();
  const nothing = { hasModel: null, hasTools: null, hasJsonSchema: null, version: null };
  try {
    const state = await createProvider(name, options).inspect(context);
    const isMissing = state.hasModel === false;
    const message = isMissing ? `[${name}] the model ${state.model ?? ''} is not there` : null;
    return {
      provider: name,
      ...state,
      isUsable: !isMissing,
      latencyMs: now() - startedAt,
      errorCode: null,
      message,
    };
  } catch (thrown) {
    const error = errorFromCause(thrown, { provider: name, model: options.model ?? null, now: now() });
    const model = options.model ?? null;
    const { code: errorCode, message } = error;
    return { provider: name, model, ...nothing, isUsable: false, latencyMs: null, errorCode, message };
  }
}
