import type { AdapterReply, AdapterStop } from '../dispatch/model-adapter.js';
import { errorInBody } from '../error-from-cause.js';
import { FatalError } from '../errors.js';
import { extractJsonObject } from '../extract-json.js';
import { asList, asRecord, countField, parseJson, textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import type { AssistantBlock, OutputSpec, ToolCallBlock } from '../messages.js';

/**
 * Reads an answer of `/api/chat`. Counts of zero are left out by the server; without any, the usage is unknown.
 *
 * @throws FatalError of kind malformed_response without a message, of kind context_length where the prompt filled the window
 */
export function fromOllamaResponse(
  response: unknown,
  model: string,
  output: OutputSpec | null,
  contextTokens: number,
): AdapterReply {
  const record = asRecord(response);
  const reported = errorInBody(record, { provider: 'ollama', model, now: 0 });
  if (reported !== null) throw reported;
  const message = asRecord(record?.['message']);
  if (record === null || message === null)
    throw new FatalError('ollama', 'malformed_response', 'the answer holds no message');
  const promptTokens = countField(record, 'prompt_eval_count');
  const answerTokens = countField(record, 'eval_count');
  if (promptTokens !== null && promptTokens >= contextTokens)
    throw new FatalError('ollama', 'context_length', `the prompt fills the window of ${contextTokens} tokens`);
  const text = textField(message, 'content') ?? '';
  const calls = asList(message['tool_calls']).map((call, index) => readCall(asRecord(call), index));
  const stop: AdapterStop =
    textField(record, 'done_reason') === 'length' ? 'length' : calls.length > 0 ? 'tool_calls' : 'end';
  const blocks: readonly AssistantBlock[] = [...(text === '' ? [] : [{ type: 'text', text } as const]), ...calls];
  const value = output !== null && stop === 'end' ? extractJsonObject(text) : undefined;
  return {
    model: textField(record, 'model') ?? model,
    requestId: null,
    blocks,
    answer: value === undefined ? null : { value },
    stop,
    tokens:
      promptTokens === null && answerTokens === null
        ? null
        : { inputTokens: promptTokens ?? 0, outputTokens: answerTokens ?? 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
    modelCalls: 1,
  };
}

/** Arguments are an object; older servers send text, and no id. */
function readCall(call: JsonRecord | null, index: number): ToolCallBlock {
  const target = asRecord(call?.['function']);
  const name = textField(target, 'name') ?? '';
  const id = textField(call, 'id') ?? `call_${index + 1}`;
  const given = target?.['arguments'] ?? {};
  const input = asRecord(typeof given === 'string' ? parseJson(given) : given);
  const error = input === null ? 'the arguments are no JSON object' : null;
  return { type: 'tool_call', id, name, input: input ?? {}, error };
}
