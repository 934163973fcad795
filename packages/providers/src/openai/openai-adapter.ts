import type { OpenAI } from 'openai';
import type {
  AdapterAttempt,
  AdapterReply,
  AdapterRequest,
  EndpointState,
  ModelAdapter,
} from '../dispatch/model-adapter.js';
import { MAX_TIMER_MS } from '../dispatch/attempt-signal.js';
import { errorFromCause } from '../error-from-cause.js';
import { FatalError } from '../errors.js';
import { isWholeAnswer, readWholeAnswer } from '../http/streamed-answer.js';
import { asList, asRecord, textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import { collectChunks, eventsOf } from './collect-chunks.js';
import { fromOpenAiCompletion } from './from-openai-completion.js';
import { OPENAI_QUIRKS, PRIVATE_QUIRKS, learnedQuirks } from './openai-quirks.js';
import { toOpenAiRequest } from './to-openai-request.js';

const DEFAULT_OUTPUT_TOKENS = 4096;
/** What endpoints that serve one model usually answer to. */
const UNNAMED_MODEL = 'default';

/** What an endpoint of this kind needs to know. */
export interface OpenAiOptions {
  readonly name: 'openai' | 'private';
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Null: the first model that the endpoint lists. */
  readonly model: string | null;
}

/** OpenAI's Chat Completions and the endpoints that speak it, through OpenAI's SDK. */
export function openAiAdapter(options: OpenAiOptions): ModelAdapter {
  const { name } = options;
  let quirks = name === 'openai' ? OPENAI_QUIRKS : PRIVATE_QUIRKS;
  let listedModel: string | null = null;

  const modelOf = async (request: AdapterRequest, attempt: AdapterAttempt): Promise<string> => {
    if (request.model !== null) return request.model;
    listedModel ??= await firstModel(options, attempt);
    return listedModel;
  };
  const send = async (request: AdapterRequest, attempt: AdapterAttempt): Promise<AdapterReply> => {
    const model = await modelOf(request, attempt);
    const client = await createClient(options, attempt, model);
    for (;;) {
      try {
        const { completion, requestId } = await ask(client, toOpenAiRequest(request, model, quirks), request, attempt);
        const { output, tools } = request;
        return fromOpenAiCompletion(completion, { provider: name, model, output, tools, requestId });
      } catch (error) {
        const next = learnedQuirks(name, quirks, error);
        if (next === null) throw error;
        quirks = next;
      }
    }
  };

  const ask = async (
    client: OpenAI,
    params: ReturnType<typeof toOpenAiRequest>,
    request: AdapterRequest,
    attempt: AdapterAttempt,
  ): Promise<{ completion: unknown; requestId: string | null }> => {
    const { signal } = attempt;
    if (!attempt.isStreaming) {
      const { data, request_id } = await client.chat.completions.create(params, { signal }).withResponse();
      return { completion: await wholeCompletion(data, attempt), requestId: request_id };
    }
    const usage = quirks.hasStreamUsage ? { stream_options: { include_usage: true } } : {};
    const streamed = { ...params, stream: true as const, ...usage };
    const { data, response, request_id } = await client.chat.completions.create(streamed, { signal }).withResponse();
    // Gateways that know no streaming send the whole answer all the same.
    if (isWholeAnswer(response)) return { completion: await readWholeAnswer(response, name), requestId: request_id };
    const onText = request.output === null ? attempt.onText : attempt.onAnswer;
    return { completion: await collectChunks(name, data, onText, attempt.onUsage), requestId: request_id };
  };

  /** Gateways that always stream send events where nobody asked for any; the SDK gives them as a text. */
  const wholeCompletion = (data: unknown, { onUsage }: AdapterAttempt): unknown =>
    typeof data === 'string' && /^\s*(?:data|event|id|:)/.test(data)
      ? collectChunks(name, eventsOf(data, name), () => undefined, onUsage)
      : data;

  return {
    name,
    caps: { tools: true, jsonSchema: true, streaming: true, promptCache: false, outputCap: true },
    model: options.model,
    defaultOutputTokens: name === 'openai' ? DEFAULT_OUTPUT_TOKENS : null,
    send,
    inspect: (attempt) => inspect(options, attempt),
  };
}

async function createClient(options: OpenAiOptions, attempt: AdapterAttempt, model: string | null): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  return new Client({
    // Given explicitly, so that the SDK does not look into the environment.
    apiKey: options.apiKey,
    baseURL: options.baseUrl,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    // Each try has a time limit of ours; that of the SDK must not come before it.
    timeout: MAX_TIMER_MS,
    logLevel: 'off',
    fetch: attempt.fetch(model),
  });
}

/** Ids of the models that the endpoint lists, in its order. */
async function listModels(options: OpenAiOptions, attempt: AdapterAttempt): Promise<readonly string[]> {
  const client = await createClient(options, attempt, null);
  const page: unknown = await client.get('/models', { signal: attempt.signal });
  const entries: readonly (JsonRecord | null)[] = asList(asRecord(page)?.['data']).map(asRecord);
  return entries.map((entry) => textField(entry, 'id')).filter((id) => id !== null);
}

/** Not every endpoint lists its models; one that serves a single model takes any name. */
async function firstModel(options: OpenAiOptions, attempt: AdapterAttempt): Promise<string> {
  try {
    return (await listModels(options, attempt))[0] ?? UNNAMED_MODEL;
  } catch (error) {
    const failure = errorFromCause(error, { provider: options.name, model: null, now: 0 });
    // A page in the place of the list too: what serves the model need not serve its list.
    const isWithoutList =
      failure instanceof FatalError && (failure.status !== null || failure.kind === 'malformed_response');
    if (isWithoutList) return UNNAMED_MODEL;
    throw error;
  }
}

async function inspect(options: OpenAiOptions, attempt: AdapterAttempt): Promise<EndpointState> {
  const unknown = { hasTools: null, hasJsonSchema: null, version: null };
  const known = options.name === 'openai' ? { hasTools: true, hasJsonSchema: true, version: null } : unknown;
  try {
    const models = await listModels(options, attempt);
    const model = options.model ?? models[0] ?? null;
    return { ...known, model, hasModel: model === null ? null : models.includes(model) };
  } catch (error) {
    const failure = errorFromCause(error, { provider: options.name, model: null, now: 0 });
    // The endpoint answers, only not to this question.
    if (failure instanceof FatalError && failure.kind === 'not_found')
      return { ...known, model: options.model, hasModel: null };
    throw error;
  }
}
