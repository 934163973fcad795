import type { ProviderErrorCode } from './errors.js';
import type { AssistantBlock, ChatMessage, OutputSpec, SystemBlock, ToolSpec } from './messages.js';
import type { ProviderName } from './provider-name.js';
import type { Redactor } from './redact/redactor.js';
import type { Usage } from './usage.js';

/** What a provider can do; the rest is made up for (an answer in JSON is asked for in words) or left out. */
export interface ProviderCaps {
  readonly tools: boolean;
  readonly jsonSchema: boolean;
  readonly streaming: boolean;
  readonly promptCache: boolean;
  readonly outputCap: boolean;
}

/** One call of a model. */
export interface ChatRequest {
  readonly system?: readonly SystemBlock[];
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ToolSpec[];
  /** The form of the final answer; without one, the answer is text. */
  readonly output?: OutputSpec;
  /** No more tools: the final answer is forced now. */
  readonly isFinalTurn?: boolean;
  /** Most tokens of the answer; the provider's own default otherwise. */
  readonly maxOutputTokens?: number;
  /** Goes before the model of the provider. */
  readonly model?: string;
}

/** Why the model stopped. An answer that was cut off is never returned: it is an error. */
export type StopReason = 'end' | 'tool_calls' | 'refusal';

/** One request that was sent, or a provider that was tried; `errorCode` null means that it was answered. */
export interface ChatAttempt {
  readonly provider: ProviderName;
  readonly model: string | null;
  readonly errorCode: ProviderErrorCode | null;
}

/** What came of a call. */
export interface ChatResult {
  readonly provider: ProviderName | 'dry_run';
  /** The model that answered, as the service names it. */
  readonly model: string;
  /** The service's id of the (last) request, null where it gave none. */
  readonly requestId: string | null;
  readonly blocks: readonly AssistantBlock[];
  /** All text blocks together. */
  readonly text: string;
  /** The final answer as a JSON value; absent while tools are called, and where the model gave nothing of that form. */
  readonly structured?: unknown;
  readonly stopReason: StopReason;
  readonly usage: Usage;
  /** Every request in order, the answered one last. */
  readonly attempts: readonly ChatAttempt[];
}

/** What happens during a call, as it happens. */
export type ChatEvent =
  | {
      readonly type: 'request';
      readonly provider: ProviderName;
      readonly model: string | null;
      readonly attempt: number;
    }
  /** A piece of the text of the answer. */
  | { readonly type: 'text_delta'; readonly provider: ProviderName; readonly text: string }
  /** A piece of the JSON text of the final answer. */
  | { readonly type: 'answer_delta'; readonly provider: ProviderName; readonly text: string }
  /** `discard`: pieces were sent that are void now. */
  | {
      readonly type: 'retry';
      readonly provider: ProviderName;
      readonly attempt: number;
      readonly delaySeconds: number;
      readonly errorCode: ProviderErrorCode;
      readonly discard: boolean;
    }
  /** `to` null: it was the last one of the chain. */
  | {
      readonly type: 'switch';
      readonly from: ProviderName;
      readonly to: ProviderName | null;
      readonly errorCode: ProviderErrorCode;
      readonly discard: boolean;
    }
  | { readonly type: 'warning'; readonly provider: ProviderName; readonly message: string };

/** What surrounds a call. */
export interface ChatContext {
  readonly signal?: AbortSignal;
  /** Milliseconds that the whole call may take, tries and waiting included; no bound where absent. */
  readonly deadlineMs?: number;
  /** Called as things happen; what it throws is dropped. */
  readonly onEvent?: (event: ChatEvent) => void;
  /** Whether the answer comes in pieces; by default where somebody listens. */
  readonly stream?: boolean;
  /** The session's redactor; the provider makes one for the call otherwise. */
  readonly redactor?: Redactor;
  /** Return `DRY_RUN_RESULT` and do nothing else. */
  readonly dryRun?: boolean;
}

/** A language model behind any of the services. */
export interface ChatProvider {
  readonly name: ProviderName;
  /** The model that is asked where a request names none; null: the endpoint's own. */
  readonly model: string | null;
  readonly caps: ProviderCaps;
  /**
   * One call: redacted, sent, tried again where that may help, and its usage counted.
   *
   * @throws one of the provider errors, never anything else
   */
  chat(request: ChatRequest, context?: ChatContext): Promise<ChatResult>;
}
