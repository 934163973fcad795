import type { Ollama } from 'ollama';
import type {
  AdapterAttempt,
  AdapterReply,
  AdapterRequest,
  EndpointState,
  ModelAdapter,
} from '../dispatch/model-adapter.js';
import { addTokens } from '../dispatch/model-adapter.js';
import { errorFromCause } from '../error-from-cause.js';
import { FatalError, TransientError } from '../errors.js';
import { asList, asRecord, textField } from '../json-value.js';
import type { JsonSchema } from '../messages.js';
import { fromOllamaResponse } from './from-ollama-response.js';
import { toOllamaRequest } from './to-ollama-request.js';

/** Words that ask for the answer once the tools are done with. */
const ASK_FOR_ANSWER = 'Give the final answer now.';

/** What this server needs to know. */
export interface OllamaOptions {
  readonly baseUrl: string;
  readonly model: string;
  /** How long the server keeps the model loaded ('5m', seconds); null: its own choice. */
  readonly keepAlive: string | number | null;
  /** Largest window asked for, in tokens. */
  readonly maxContextTokens: number;
}

/** An Ollama server, through the `ollama` package. */
export function ollamaAdapter(options: OllamaOptions): ModelAdapter {
  const toolSupport = new Map<string, boolean>();

  const send = async (request: AdapterRequest, attempt: AdapterAttempt): Promise<AdapterReply> => {
    const model = request.model ?? options.model;
    const hasTools = request.tools.length > 0 && !request.isFinalTurn && (await takesTools(model, attempt));
    const schema = request.output?.schema ?? null;
    try {
      const reply = await ask(options, request, attempt, model, hasTools, hasTools ? null : schema);
      // While tools are offered the answer can't be held to a form; an answer in prose is asked for once more, in that form.
      const isUnformed = hasTools && schema !== null && reply.stop === 'end' && reply.answer === null;
      return isUnformed ? await askForAnswer(options, request, attempt, model, reply) : reply;
    } catch (error) {
      if (!hasTools || !isWithoutTools(error)) throw error;
      toolSupport.set(model, false);
      attempt.onWarning(`the model ${model} takes no tools; it is asked without them`);
      return ask(options, request, attempt, model, false, schema);
    }
  };

  /** Whether the server says that the model takes tools; a server that says nothing is believed to. */
  const takesTools = async (model: string, attempt: AdapterAttempt): Promise<boolean> => {
    const known = toolSupport.get(model);
    if (known !== undefined) return known;
    const capabilities = await capabilitiesOf(await createClient(options, attempt, model), model);
    const does = capabilities === null || capabilities.includes('tools');
    if (capabilities !== null) toolSupport.set(model, does);
    if (!does) attempt.onWarning(`the model ${model} takes no tools; it is asked without them`);
    return does;
  };

  return {
    name: 'ollama',
    caps: { tools: true, jsonSchema: true, streaming: true, promptCache: false, outputCap: true },
    model: options.model,
    defaultOutputTokens: null,
    send,
    inspect: (attempt) => inspect(options, attempt),
  };
}

async function ask(
  options: OllamaOptions,
  request: AdapterRequest,
  attempt: AdapterAttempt,
  model: string,
  hasTools: boolean,
  format: JsonSchema | null,
): Promise<AdapterReply> {
  const client = await createClient(options, attempt, model, attempt.isStreaming);
  const { maxContextTokens, keepAlive } = options;
  const params = toOllamaRequest(request, model, { hasTools, format, maxContextTokens, keepAlive });
  const onText = format === null ? attempt.onText : attempt.onAnswer;
  const response = attempt.isStreaming
    ? await collect(await client.chat({ ...params, stream: true }), onText)
    : await client.chat({ ...params, stream: false });
  return fromOllamaResponse(response, model, request.output, params.options?.num_ctx ?? maxContextTokens);
}

/** The last line of a stream holds counts and reason; text and calls are spread over all of them. */
async function collect(lines: AsyncIterable<unknown>, onText: (text: string) => void): Promise<unknown> {
  let content = '';
  const calls: unknown[] = [];
  let last: unknown = null;
  try {
    for await (const line of lines) {
      const message = asRecord(asRecord(line)?.['message']);
      const text = textField(message, 'content') ?? '';
      if (text !== '') onText(text);
      content += text;
      calls.push(...asList(message?.['tool_calls']));
      last = line;
    }
  } catch (error) {
    const text = textField(asRecord(error), 'message') ?? '';
    if (!/^Did not receive done/.test(text)) throw error;
    throw new TransientError('ollama', 'connection', 'the stream was cut', { cause: error });
  }
  return { ...asRecord(last), message: { content, tool_calls: calls } };
}

async function askForAnswer(
  options: OllamaOptions,
  request: AdapterRequest,
  attempt: AdapterAttempt,
  model: string,
  prose: AdapterReply,
): Promise<AdapterReply> {
  if (prose.tokens !== null) attempt.onUsage(prose.tokens);
  const messages = [
    ...request.messages,
    { role: 'assistant', blocks: prose.blocks } as const,
    { role: 'user', text: ASK_FOR_ANSWER } as const,
  ];
  const schema = request.output?.schema ?? null;
  const reply = await ask(options, { ...request, messages }, attempt, model, false, schema);
  const tokens = addTokens(prose.tokens, reply.tokens);
  return { ...reply, tokens, modelCalls: prose.modelCalls + reply.modelCalls };
}

/** `isLines`: the answer comes as lines of JSON, which are checked before the package sees them. */
async function createClient(
  options: OllamaOptions,
  attempt: AdapterAttempt,
  model: string,
  isLines = false,
): Promise<Ollama> {
  const { Ollama: Client } = await import('ollama');
  return new Client({ host: options.baseUrl, fetch: attempt.fetch(model, isLines) });
}

function isWithoutTools(error: unknown): boolean {
  const failure = errorFromCause(error, { provider: 'ollama', model: null, now: 0 });
  return failure.status === 400 && /does not support tools/i.test(failure.rawMessage ?? '');
}

/** What the server says that a model can do, null where it does not say. */
async function capabilitiesOf(client: Ollama, model: string): Promise<readonly unknown[] | null> {
  try {
    const shown: unknown = await client.show({ model });
    const capabilities = asRecord(shown)?.['capabilities'];
    return Array.isArray(capabilities) ? capabilities : null;
  } catch (error) {
    const failure = errorFromCause(error, { provider: 'ollama', model, now: 0 });
    // A missing model or an old server: the call itself says what is wrong.
    if (failure instanceof FatalError) return null;
    throw error;
  }
}

async function inspect(options: OllamaOptions, attempt: AdapterAttempt): Promise<EndpointState> {
  const { model } = options;
  const client = await createClient(options, attempt, model);
  const listed: unknown = await client.list();
  const names = asList(asRecord(listed)?.['models']).map((entry) => textField(asRecord(entry), 'name') ?? '');
  // A name without a tag means its `latest`.
  const hasModel = names.includes(model) || (!model.includes(':') && names.includes(`${model}:latest`));
  const capabilities = hasModel ? await capabilitiesOf(client, model) : null;
  const hasTools = capabilities === null ? null : capabilities.includes('tools');
  return { model, hasModel, hasTools, hasJsonSchema: true, version: null };
}
