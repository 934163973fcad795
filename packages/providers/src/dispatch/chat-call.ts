import { errorFromCause } from '../error-from-cause.js';
import { CancelledError, FatalError, ProviderError, TimeoutError, TransientError } from '../errors.js';
import { createHttpFetch } from '../http/http-fetch.js';
import type { ChatAttempt, ChatContext, ChatEvent, ChatRequest, ChatResult } from '../provider.js';
import { createRedactor } from '../redact/redactor.js';
import type { Redactor } from '../redact/redactor.js';
import { redactPaths } from '../redact/redact-paths.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { addUsage } from '../usage.js';
import { attemptSignal } from './attempt-signal.js';
import type { AttemptSignal } from './attempt-signal.js';
import type { ChatSettings } from './chat-settings.js';
import type { AdapterAttempt, AdapterReply, AdapterRequest, EndpointState, ModelAdapter } from './model-adapter.js';
import { LostUsage } from './lost-usage.js';
import { retryDelaySeconds } from './retry-policy.js';
import { toAdapterRequest } from './to-adapter-request.js';
import { toChatResult } from './to-chat-result.js';

/** One call of one provider: its tries, its time, and what it used. */
export class ChatCall {
  readonly #adapter: ModelAdapter;
  readonly #settings: ChatSettings;
  readonly #context: ChatContext;
  readonly #redactor: Redactor;
  readonly #request: AdapterRequest;
  readonly #startedAt: number;
  readonly #attempts: ChatAttempt[] = [];
  readonly #lost: LostUsage;
  #failure: ProviderError | null = null;
  #hasStreamed = false;

  constructor(adapter: ModelAdapter, settings: ChatSettings, request: ChatRequest, context: ChatContext) {
    const { secrets, privateNames, clock } = settings;
    this.#adapter = adapter;
    this.#settings = settings;
    this.#context = context;
    this.#redactor = context.redactor ?? createRedactor({ secrets, privateNames });
    this.#request = toAdapterRequest(request, this.#redactor, request.model ?? adapter.model);
    this.#startedAt = clock.now();
    this.#lost = new LostUsage(settings.prices);
  }

  /** Tries until there is an answer, or an error that another try can't mend. */
  async run(): Promise<ChatResult> {
    try {
      return await this.#run();
    } catch (thrown) {
      // Whatever it is: callers are promised provider errors and nothing else.
      const error = thrown instanceof ProviderError ? thrown : this.#errorOf(thrown);
      error.usage = this.#lost.usage(this.#settings.clock.now() - this.#startedAt);
      throw error;
    }
  }

  async #run(): Promise<ChatResult> {
    let cap = this.#request.maxOutputTokens ?? this.#adapter.defaultOutputTokens;
    let isCut = false;
    for (let retry = 0; ;) {
      let reply: AdapterReply;
      try {
        reply = await this.#try(cap);
      } catch (thrown) {
        const error = this.#errorOf(thrown);
        this.#lost.addFailure(this.#request.model ?? this.#adapter.model);
        this.#attempts.push(this.#attempt(error));
        await this.#waitBefore(error, retry);
        retry += 1;
        continue;
      }
      this.#attempts.push(this.#attempt(null));
      if (reply.stop !== 'length') return this.#finish(reply);
      this.#lost.addReply(reply);
      if (isCut || cap === null) throw this.#truncated();
      isCut = true;
      cap *= 2;
      this.#emitRetry(0, 'TRANSIENT');
    }
  }

  /** Asks the endpoint about itself, once. */
  async inspect(): Promise<EndpointState> {
    try {
      return await this.#within(this.#settings.timeoutMs, (attempt) => this.#adapter.inspect(attempt));
    } catch (thrown) {
      throw this.#errorOf(thrown);
    }
  }

  async #try(cap: number | null): Promise<AdapterReply> {
    const { name } = this.#adapter;
    this.#emit({ type: 'request', provider: name, model: this.#request.model, attempt: this.#attempts.length + 1 });
    const request = { ...this.#request, maxOutputTokens: cap };
    return this.#within(this.#settings.timeoutMs, (attempt) => this.#adapter.send(request, attempt));
  }

  async #within<T>(timeoutMs: number, work: (attempt: AdapterAttempt) => Promise<T>): Promise<T> {
    const { name } = this.#adapter;
    const { model } = this.#request;
    if (this.#settings.isAirgapped)
      throw new FatalError(name, 'airgap', 'no model is asked while PERFXPERT_AIRGAP is on');
    const remainingMs = this.#remainingMs();
    if (this.#context.signal?.aborted === true) throw new CancelledError(name, 'cancelled');
    if (remainingMs !== null && remainingMs <= 0) throw this.#outOfTime();
    this.#failure = null;
    this.#lost.begin();
    const limit = attemptSignal(this.#context.signal, timeoutMs, remainingMs);
    try {
      const transport = name === 'opencode' ? fetch : await this.#settings.transport();
      return await orAborted(work(this.#adapterAttempt(limit, transport)), limit.signal);
    } catch (error) {
      const fields = model === null ? {} : { model };
      switch (limit.abortedBy()) {
        case 'caller':
          throw new CancelledError(name, 'cancelled');
        case 'deadline':
          throw this.#outOfTime();
        case 'attempt':
          throw new TransientError(name, 'timeout', `no answer within ${timeoutMs / 1000} s`, fields);
        case null:
          throw this.#failure ?? error;
      }
    } finally {
      limit.dispose();
    }
  }

  #adapterAttempt(limit: AttemptSignal, transport: typeof fetch): AdapterAttempt {
    const { name, caps } = this.#adapter;
    const { headers, isAirgapped, maxResponseBytes, clock } = this.#settings;
    const isStreaming = caps.streaming && (this.#context.stream ?? this.#context.onEvent !== undefined);
    const delta = (type: 'text_delta' | 'answer_delta') => (text: string) => {
      if (text === '' || limit.signal.aborted) return;
      this.#hasStreamed = true;
      this.#lost.noteOutput();
      this.#emit({ type, provider: name, text });
    };
    return {
      signal: limit.signal,
      isStreaming,
      fetch: (model, isLines = false) =>
        createHttpFetch({
          provider: name,
          model,
          transport,
          headers,
          signal: limit.signal,
          isAirgapped,
          isLines,
          maxResponseBytes,
          now: () => clock.now(),
          onFailure: (error) => {
            this.#failure = error === null ? null : (this.#failure ?? error);
          },
        }),
      onText: delta('text_delta'),
      onAnswer: delta('answer_delta'),
      onUsage: (tokens, costUsd) => {
        if (!limit.signal.aborted) this.#lost.note(tokens, costUsd);
      },
      onWarning: (message) => this.#emit({ type: 'warning', provider: name, message }),
    };
  }

  /** Returns when the next try may be made; throws the error where none may. */
  async #waitBefore(error: ProviderError, retry: number): Promise<void> {
    const { clock, retry: policy } = this.#settings;
    const seconds = retryDelaySeconds(error, retry, policy, () => clock.random());
    const remainingMs = this.#remainingMs();
    // A service that said nothing at all must not take the rest of the time for another whole try.
    const isSilent = error instanceof TransientError && error.kind === 'timeout' && error.status === null;
    const neededMs = 1000 * (seconds ?? 0) + (isSilent ? this.#settings.timeoutMs : 0);
    // No time to wait: the error itself surfaces, so that another provider can use what time is left.
    if (seconds === null || (remainingMs !== null && remainingMs <= neededMs)) throw error;
    this.#emitRetry(seconds, error.code);
    await clock.sleep(seconds * 1000, this.#context.signal);
    if (this.#context.signal?.aborted === true) throw new CancelledError(this.#adapter.name, 'cancelled');
  }

  #finish(reply: AdapterReply): ChatResult {
    const { prices, clock } = this.#settings;
    const latencyMs = clock.now() - this.#startedAt;
    const result = toChatResult(reply, {
      provider: this.#adapter.name,
      redactor: this.#redactor,
      prices,
      latencyMs,
      attempts: this.#attempts,
    });
    const lost = this.#lost.usage(0);
    return lost === null ? result : { ...result, usage: addUsage(lost, result.usage) };
  }

  #errorOf(thrown: unknown): ProviderError {
    const { secrets, clock } = this.#settings;
    const place = { provider: this.#adapter.name, model: this.#request.model, now: clock.now() };
    return errorFromCause(thrown, place).redactTexts((text) => redactPaths(redactSecrets(text, secrets)));
  }

  #attempt(error: ProviderError | null): ChatAttempt {
    return { provider: this.#adapter.name, model: this.#request.model, errorCode: error?.code ?? null };
  }

  #remainingMs(): number | null {
    const { deadlineMs } = this.#context;
    return deadlineMs === undefined ? null : deadlineMs - (this.#settings.clock.now() - this.#startedAt);
  }

  #outOfTime(): TimeoutError {
    return new TimeoutError(this.#adapter.name, (this.#context.deadlineMs ?? 0) / 1000);
  }

  #truncated(): TransientError {
    return new TransientError(this.#adapter.name, 'truncated', 'the answer was cut off at its length limit');
  }

  #emitRetry(delaySeconds: number, errorCode: ProviderError['code']): void {
    const { name } = this.#adapter;
    const attempt = this.#attempts.length + 1;
    this.#emit({ type: 'retry', provider: name, attempt, delaySeconds, errorCode, discard: this.#hasStreamed });
    this.#hasStreamed = false;
  }

  #emit(event: ChatEvent): void {
    try {
      this.#context.onEvent?.(event);
    } catch {
      // A listener that fails must not end the call.
    }
  }
}

/** The work, or a rejection as soon as the signal is raised: no SDK can hold a call back that was given up. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new Error('aborted'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    aborted.catch(() => undefined);
    work.catch(() => undefined);
  }
}
