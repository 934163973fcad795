import type { Fetch } from '../http/transport.js';
import type { AssistantBlock, JsonSchema, OutputSpec, SystemBlock, ToolSpec } from '../messages.js';
import type { ProviderCaps } from '../provider.js';
import type { ProviderName } from '../provider-name.js';
import type { TokenCounts } from '../prices.js';

/** A message whose texts are redacted and whose data is in its envelope. */
export type AdapterMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly blocks: readonly AssistantBlock[] }
  | { readonly role: 'tool'; readonly results: readonly AdapterToolResult[] };

/** The result of a tool as text. */
export interface AdapterToolResult {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** A call as an adapter gets it: every text may be sent as it is. Tools are sorted by name. */
export interface AdapterRequest {
  readonly model: string | null;
  readonly system: readonly SystemBlock[];
  readonly messages: readonly AdapterMessage[];
  readonly tools: readonly ToolSpec[];
  readonly output: OutputSpec | null;
  readonly isFinalTurn: boolean;
  readonly maxOutputTokens: number | null;
}

/** One try of a call. */
export interface AdapterAttempt {
  readonly signal: AbortSignal;
  readonly isStreaming: boolean;
  /** A `fetch` that keeps the rules of `createHttpFetch`, for this try and this model. */
  readonly fetch: (model: string | null, isLines?: boolean) => Fetch;
  readonly onText: (text: string) => void;
  readonly onAnswer: (text: string) => void;
  readonly onWarning: (message: string) => void;
  /** Tokens that the service has counted so far in this try, all of its requests together; counted if the try fails. */
  readonly onUsage: (tokens: TokenCounts, costUsd?: number) => void;
}

/** Why the service stopped. `length`: the answer is cut off. */
export type AdapterStop = 'end' | 'tool_calls' | 'refusal' | 'length';

/** What a service answered. `tokens` null: it named no counts. `costUsd`: only where the service itself says it. */
export interface AdapterReply {
  readonly model: string;
  readonly requestId: string | null;
  readonly blocks: readonly AssistantBlock[];
  /** The final answer, boxed, because null is a value. */
  readonly answer: { readonly value: unknown } | null;
  readonly stop: AdapterStop;
  readonly tokens: TokenCounts | null;
  readonly modelCalls: number;
  readonly costUsd?: number;
}

/** What an endpoint says about itself. Null: not found out. */
export interface EndpointState {
  readonly model: string | null;
  readonly hasModel: boolean | null;
  readonly hasTools: boolean | null;
  readonly hasJsonSchema: boolean | null;
  readonly version: string | null;
}

/** One service: how a call is written in its words, and how its answer is read. Throws anything; the dispatcher maps it. */
export interface ModelAdapter {
  readonly name: ProviderName;
  readonly caps: ProviderCaps;
  /** The model where the request names none. */
  readonly model: string | null;
  /** Tokens of an answer where the request names none; null: no bound is sent. */
  readonly defaultOutputTokens: number | null;
  send(request: AdapterRequest, attempt: AdapterAttempt): Promise<AdapterReply>;
  /** Asks the endpoint about itself without using the model. */
  inspect(attempt: AdapterAttempt): Promise<EndpointState>;
}

/** The tokens of several answers to one call. */
export function addTokens(left: TokenCounts | null, right: TokenCounts | null): TokenCounts | null {
  if (left === null || right === null) return null;
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
  };
}

/** The words that ask for an answer in JSON where the service can't be made to give one. */
export function schemaInWords(schema: JsonSchema): string {
  return `Answer with one JSON object and nothing else. It must match this JSON Schema:\n${JSON.stringify(schema)}`;
}
