import type { AdapterReply, AdapterStop } from '../dispatch/model-adapter.js';
import { errorInBody } from '../error-from-cause.js';
import { FatalError } from '../errors.js';
import { extractJsonObject } from '../extract-json.js';
import { asList, asRecord, countField, parseJson, textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import type { AssistantBlock, OutputSpec, ToolCallBlock, ToolSpec } from '../messages.js';
import type { TokenCounts } from '../prices.js';
import type { ProviderName } from '../provider-name.js';
import { withoutAddedNulls } from '../schema/strict-schema.js';

/** What the reader must know of the question. */
export interface CompletionPlace {
  readonly provider: ProviderName;
  readonly model: string;
  readonly output: OutputSpec | null;
  readonly tools: readonly ToolSpec[];
  readonly requestId: string | null;
}

/**
 * Reads a completion. Compatible servers leave fields out, so only the message itself is needed.
 *
 * @throws FatalError of kind malformed_response without a message; the error that the body itself reports
 */
export function fromOpenAiCompletion(completion: unknown, place: CompletionPlace): AdapterReply {
  const record = asRecord(completion);
  const reported = errorInBody(record, { provider: place.provider, model: place.model, now: 0 });
  if (reported !== null) throw reported;
  const choice = asRecord(asList(record?.['choices'])[0]);
  const message = asRecord(choice?.['message']);
  if (message === null) throw new FatalError(place.provider, 'malformed_response', 'the answer holds no message');
  const refusal = textField(message, 'refusal');
  const text = contentText(message['content']);
  const calls = asList(message['tool_calls']).map((call, index) => readCall(asRecord(call), index, place.tools));
  const stop = stopOf(textField(choice, 'finish_reason'), refusal, calls);
  const shown = stop === 'refusal' && text === '' ? (refusal ?? '') : text;
  const blocks: readonly AssistantBlock[] = [
    ...(shown === '' ? [] : [{ type: 'text', text: shown } as const]),
    ...calls,
  ];
  return {
    model: textField(record, 'model') ?? place.model,
    requestId: place.requestId,
    blocks,
    answer: stop === 'end' ? answerOf(text, place.output) : null,
    stop,
    tokens: tokensOf(asRecord(record?.['usage'])),
    modelCalls: 1,
  };
}

/** Text of a message or of a piece of one: some servers send a list of parts instead of a text. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map((part) => textField(asRecord(part), 'text') ?? '')
    .join('');
}

function stopOf(reason: string | null, refusal: string | null, calls: readonly ToolCallBlock[]): AdapterStop {
  if (reason === 'content_filter' || (refusal !== null && refusal !== '')) return 'refusal';
  if (reason === 'length') return 'length';
  return calls.length > 0 ? 'tool_calls' : 'end';
}

/** Arguments are text; some servers send an object instead, and an empty text where there are none. */
function readCall(call: JsonRecord | null, index: number, tools: readonly ToolSpec[]): ToolCallBlock {
  const target = asRecord(call?.['function']);
  const name = textField(target, 'name') ?? '';
  const id = textField(call, 'id') ?? `call_${index + 1}`;
  const given = target?.['arguments'];
  const parsed = typeof given === 'string' ? (given.trim() === '' ? {} : parseJson(given)) : (given ?? {});
  const input = asRecord(parsed);
  if (input === null) return { type: 'tool_call', id, name, input: {}, error: 'the arguments are no JSON object' };
  const schema = tools.find((tool) => tool.name === name)?.inputSchema;
  const restored = schema === undefined ? input : (asRecord(withoutAddedNulls(input, schema)) ?? input);
  return { type: 'tool_call', id, name, input: restored, error: null };
}

function answerOf(text: string, output: OutputSpec | null): { value: unknown } | null {
  if (output === null) return null;
  const value = extractJsonObject(text);
  return value === undefined ? null : { value: withoutAddedNulls(value, output.schema) };
}

/** `prompt_tokens` includes the cached ones. Servers that name no usage are no error. */
export function tokensOf(usage: JsonRecord | null): TokenCounts | null {
  const inputTokens = countField(usage, 'prompt_tokens');
  const outputTokens = countField(usage, 'completion_tokens');
  if (inputTokens === null || outputTokens === null) return null;
  const cacheReadTokens = countField(asRecord(usage?.['prompt_tokens_details']), 'cached_tokens') ?? 0;
  return { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens: 0 };
}
