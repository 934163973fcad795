import type { Anthropic } from '@anthropic-ai/sdk';
import type { MessageCreateParamsBase } from '@anthropic-ai/sdk/resources/messages';
import type {
  AdapterAttempt,
  AdapterReply,
  AdapterRequest,
  EndpointState,
  ModelAdapter,
} from '../dispatch/model-adapter.js';
import { addTokens } from '../dispatch/model-adapter.js';
import { MAX_TIMER_MS } from '../dispatch/attempt-signal.js';
import { errorFromCause } from '../error-from-cause.js';
import type { TokenCounts } from '../prices.js';
import { FatalError, TransientError } from '../errors.js';
import { asksForStream, isWholeAnswer, readWholeAnswer } from '../http/streamed-answer.js';
import type { Fetch } from '../http/transport.js';
import { asRecord, parseJson, textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import { fromAnthropicMessage, tokensOf } from './from-anthropic-message.js';
import type { AnthropicReply } from './from-anthropic-message.js';
import { toAnthropicRequest } from './to-anthropic-request.js';
import type { AnthropicQuirks } from './to-anthropic-request.js';

const DEFAULT_OUTPUT_TOKENS = 4096;
/** Times that a paused answer is sent back to go on. */
const MAX_PAUSES = 4;
/** Above this many tokens the SDK refuses a call that is not streamed (its rule of ten minutes). */
const MAX_UNSTREAMED_TOKENS = 20_000;

/** What this service needs to know. */
export interface AnthropicOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Tokens for thinking, null for none; the service's least is 1,024. */
  readonly thinkingTokens: number | null;
}

/** Anthropic's Messages API, through its SDK. */
export function anthropicAdapter(options: AnthropicOptions): ModelAdapter {
  let quirks: AnthropicQuirks = { isThinkingAdaptive: false, hasNoStrictTools: false };

  const send = async (request: AdapterRequest, attempt: AdapterAttempt): Promise<AdapterReply> => {
    for (;;) {
      try {
        return await sendOnce(options, request, attempt, quirks);
      } catch (error) {
        const next = adapted(quirks, error, options.thinkingTokens !== null);
        if (next === null) throw error;
        quirks = next;
      }
    }
  };
  return {
    name: 'anthropic',
    caps: { tools: true, jsonSchema: true, streaming: true, promptCache: true, outputCap: true },
    model: options.model,
    defaultOutputTokens: DEFAULT_OUTPUT_TOKENS,
    send,
    inspect: (attempt) => inspect(options, attempt),
  };
}

/** The quirks that a refusal teaches, or null where it teaches nothing new. */
function adapted(quirks: AnthropicQuirks, error: unknown, isThinking: boolean): AnthropicQuirks | null {
  const failure = errorFromCause(error, { provider: 'anthropic', model: null, now: 0 });
  const text = failure.status === 400 ? (failure.rawMessage ?? '') : '';
  if (isThinking && !quirks.isThinkingAdaptive && /thinking/i.test(text) && /adaptive|enabled/i.test(text))
    return { ...quirks, isThinkingAdaptive: true };
  if (!quirks.hasNoStrictTools && /strict/i.test(text)) return { ...quirks, hasNoStrictTools: true };
  return null;
}

async function sendOnce(
  options: AnthropicOptions,
  request: AdapterRequest,
  attempt: AdapterAttempt,
  quirks: AnthropicQuirks,
): Promise<AnthropicReply> {
  const model = request.model ?? options.model;
  const client = await createClient(options, attempt, model);
  const cap = request.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS;
  const params = toAnthropicRequest(request, model, cap, options.thinkingTokens, quirks);
  let reply: AnthropicReply | null = null;
  for (let pauses = 0; ; pauses += 1) {
    const before = reply?.tokens ?? null;
    const { message, requestId } = await ask(client, params, counting(attempt, before), request);
    const part = fromAnthropicMessage(message, request.output, requestId);
    reply = reply === null ? part : joined(reply, part);
    if (reply.tokens !== null) attempt.onUsage(reply.tokens);
    if (!part.isPaused) return reply;
    if (pauses === MAX_PAUSES) throw new TransientError('anthropic', 'server', 'the answer was paused too often');
    // The service goes on from its own blocks, some of which only it can read: back they go as they came.
    const content = asRecord(message)?.['content'] as MessageCreateParamsBase['messages'][number]['content'];
    params.messages = [...params.messages, { role: 'assistant', content }];
  }
}

/** The try, with what its earlier requests used added to each count. */
function counting(attempt: AdapterAttempt, before: TokenCounts | null): AdapterAttempt {
  if (before === null) return attempt;
  return { ...attempt, onUsage: (tokens) => attempt.onUsage(addTokens(before, tokens) ?? tokens) };
}

/** Several parts of one answer: blocks one after the other, tokens added up. */
function joined(first: AnthropicReply, next: AnthropicReply): AnthropicReply {
  return {
    ...next,
    blocks: [...first.blocks, ...next.blocks],
    tokens: addTokens(first.tokens, next.tokens),
    modelCalls: first.modelCalls + next.modelCalls,
  };
}

async function ask(
  client: Anthropic,
  params: MessageCreateParamsBase,
  attempt: AdapterAttempt,
  request: AdapterRequest,
): Promise<{ message: unknown; requestId: string | null }> {
  const { signal } = attempt;
  if (!attempt.isStreaming && params.max_tokens <= MAX_UNSTREAMED_TOKENS) {
    const { data, request_id } = await client.messages.create({ ...params, stream: false }, { signal }).withResponse();
    return { message: data, requestId: request_id ?? null };
  }
  const stream = client.messages.stream(params, { signal });
  const isJson = 'output_config' in params;
  stream.on('text', (delta) => (isJson ? attempt.onAnswer(delta) : attempt.onText(delta)));
  const argumentsOf = new Map<number, { name: string; text: string }>();
  let counted: JsonRecord | null = null;
  stream.on('streamEvent', (event) => {
    // The start holds the tokens of the prompt, a later event those of the answer so far.
    const usage = asRecord(
      event.type === 'message_start' ? event.message?.usage : 'usage' in event ? event.usage : null,
    );
    counted = usage === null ? counted : withoutNulls({ ...counted }, usage);
    const tokens = usage === null ? null : tokensOf(counted);
    if (tokens !== null) attempt.onUsage(tokens);
    if (event.type === 'content_block_start' && event.content_block.type === 'tool_use')
      argumentsOf.set(event.index, { name: event.content_block.name, text: '' });
    if (event.type !== 'content_block_delta' || event.delta.type !== 'input_json_delta') return;
    const call = argumentsOf.get(event.index);
    if (call === undefined) return;
    call.text += event.delta.partial_json;
    if (call.name === request.output?.name) attempt.onAnswer(event.delta.partial_json);
  });
  try {
    const message = await stream.finalMessage();
    const content = message.content.map((block, index) => {
      const text = argumentsOf.get(index)?.text ?? '';
      // The SDK makes an object of any start of JSON; arguments that were cut off must not pass for whole ones.
      const isBroken = text !== '' && parseJson(text) === undefined && message.stop_reason !== 'max_tokens';
      return block.type === 'tool_use' && isBroken ? { ...block, input: null } : block;
    });
    return { message: { ...message, content }, requestId: stream.request_id ?? null };
  } catch (error) {
    const whole = wholeAnswerOf(error);
    if (whole !== null) return whole;
    throw streamError(error);
  }
}

/** Thrown to the SDK where a gateway that knows no streaming sends the whole answer: the SDK would find no event in it. */
class WholeAnswer extends Error {
  constructor(
    readonly answer: unknown,
    readonly requestId: string | null,
  ) {
    super('whole answer');
  }
}

/** A `fetch` that gives the SDK streams only where it asked for them. */
function withoutWholeAnswers(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!asksForStream(init?.body) || !isWholeAnswer(response)) return response;
    throw new WholeAnswer(await readWholeAnswer(response, 'anthropic'), response.headers.get('request-id'));
  };
}

function wholeAnswerOf(error: unknown): { message: unknown; requestId: string | null } | null {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof WholeAnswer ? { message: cause.answer, requestId: cause.requestId } : null;
}

/** Counts that a later event repeats replace the earlier ones; those that it leaves empty stay. */
function withoutNulls(known: JsonRecord, next: JsonRecord): JsonRecord {
  return { ...known, ...Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null)) };
}

/** What the SDK says in words only: a stream that ended early, and arguments of a tool that are no JSON. */
function streamError(error: unknown): unknown {
  const record = asRecord(error);
  // Errors that the service itself reported carry headers; their words are its own.
  if (record === null || 'headers' in record) return error;
  const message = textField(record, 'message') ?? '';
  if (/^(?:stream ended|request ended|stream has ended|terminated)/i.test(message))
    return new TransientError('anthropic', 'connection', 'the stream was cut', { cause: error });
  if (
    /Unable to parse tool parameter|Could not parse|Unexpected (?:event|token)|JSON|^Cannot (?:read|set) prop/i.test(
      message,
    )
  )
    return new FatalError('anthropic', 'malformed_response', 'the stream holds what is no JSON', { cause: error });
  return error;
}

async function createClient(options: AnthropicOptions, attempt: AdapterAttempt, model: string): Promise<Anthropic> {
  const { Anthropic: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    // Given explicitly, so that the SDK looks into neither the environment nor files of the user.
    apiKey: options.apiKey,
    baseURL: options.baseUrl,
    maxRetries: 0,
    // Each try has a time limit of ours; that of the SDK must not come before it.
    timeout: MAX_TIMER_MS,
    logLevel: 'off',
    fetch: withoutWholeAnswers(attempt.fetch(model)),
    openTelemetry: false,
  });
}

async function inspect(options: AnthropicOptions, attempt: AdapterAttempt): Promise<EndpointState> {
  const client = await createClient(options, attempt, options.model);
  const state = { model: options.model, hasTools: true, hasJsonSchema: true, version: null };
  try {
    await client.models.retrieve(options.model, {}, { signal: attempt.signal });
    return { ...state, hasModel: true };
  } catch (error) {
    const failure = errorFromCause(error, { provider: 'anthropic', model: options.model, now: 0 });
    if (failure instanceof FatalError && failure.kind === 'not_found') return { ...state, hasModel: false };
    throw error;
  }
}
