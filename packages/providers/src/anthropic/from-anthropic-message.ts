import { errorInBody } from '../error-from-cause.js';
import { FatalError } from '../errors.js';
import { extractJsonObject } from '../extract-json.js';
import { asList, asRecord, countField, textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import { textOfBlocks } from '../messages.js';
import type { AssistantBlock, OutputSpec } from '../messages.js';
import type { AdapterReply, AdapterStop } from '../dispatch/model-adapter.js';
import type { TokenCounts } from '../prices.js';

/** One message of the service, read. `isPaused`: it goes on when it is sent back. */
export interface AnthropicReply extends AdapterReply {
  readonly isPaused: boolean;
}

/**
 * Reads a message. It may hold anything, because the address may lead anywhere.
 *
 * @throws FatalError of kind malformed_response without a list of content, of kind context_length where the window is full
 */
export function fromAnthropicMessage(
  message: unknown,
  output: OutputSpec | null,
  requestId: string | null,
): AnthropicReply {
  const record = asRecord(message);
  const reported = errorInBody(record, { provider: 'anthropic', model: null, now: 0 });
  if (reported !== null) throw reported;
  if (record === null || !Array.isArray(record['content']))
    throw new FatalError('anthropic', 'malformed_response', 'the answer is no message');
  const reason = textField(record, 'stop_reason');
  if (reason === 'model_context_window_exceeded')
    throw new FatalError('anthropic', 'context_length', 'the request is longer than the model accepts');
  const blocks = asList(record['content']).flatMap((block) => readBlock(asRecord(block), output));
  const stop = stopOf(reason, blocks);
  return {
    model: textField(record, 'model') ?? 'unknown',
    requestId,
    blocks: stop === 'refusal' ? refusalBlocks(record, blocks) : blocks,
    answer: stop === 'end' ? answerOf(blocks, output) : null,
    stop,
    tokens: tokensOf(asRecord(record['usage'])),
    modelCalls: 1,
    isPaused: reason === 'pause_turn',
  };
}

function readBlock(block: JsonRecord | null, output: OutputSpec | null): AssistantBlock[] {
  switch (textField(block, 'type')) {
    case 'text':
      return [{ type: 'text', text: textField(block, 'text') ?? '' }];
    case 'thinking': {
      const signature = textField(block, 'signature') ?? '';
      return [{ type: 'thinking', text: textField(block, 'thinking') ?? '', signature, redacted: null }];
    }
    case 'redacted_thinking':
      return [{ type: 'thinking', text: '', signature: '', redacted: textField(block, 'data') ?? '' }];
    case 'tool_use': {
      const id = textField(block, 'id') ?? '';
      const name = textField(block, 'name') ?? '';
      const input = asRecord(block?.['input']);
      if (output !== null && name === output.name)
        return [{ type: 'answer', id, name, value: block?.['input'] ?? null }];
      return [
        { type: 'tool_call', id, name, input: input ?? {}, error: input === null ? 'arguments are no object' : null },
      ];
    }
    default:
      return [];
  }
}

/** Calls go before an answer that came with them: the model wants to see their results first. */
function stopOf(reason: string | null, blocks: readonly AssistantBlock[]): AdapterStop {
  if (reason === 'refusal') return 'refusal';
  if (reason === 'max_tokens') return 'length';
  return blocks.some((block) => block.type === 'tool_call') ? 'tool_calls' : 'end';
}

function answerOf(blocks: readonly AssistantBlock[], output: OutputSpec | null): { value: unknown } | null {
  if (output === null) return null;
  const answer = blocks.find((block) => block.type === 'answer');
  // Arguments of a tool are an object; anything else was cut off.
  if (answer?.type === 'answer') return asRecord(answer.value) === null ? null : { value: answer.value };
  const value = extractJsonObject(textOfBlocks(blocks));
  return value === undefined ? null : { value };
}

function refusalBlocks(record: JsonRecord, blocks: readonly AssistantBlock[]): readonly AssistantBlock[] {
  if (textOfBlocks(blocks) !== '') return blocks.filter((block) => block.type === 'text');
  const text = textField(asRecord(record['stop_details']), 'explanation') ?? '';
  return text === '' ? [] : [{ type: 'text', text }];
}

/** `input_tokens` counts neither what was read from the cache nor what was written to it (Anthropic, "Prompt caching"). */
export function tokensOf(usage: JsonRecord | null): TokenCounts | null {
  const fresh = countField(usage, 'input_tokens');
  const outputTokens = countField(usage, 'output_tokens');
  if (fresh === null || outputTokens === null) return null;
  const cacheReadTokens = countField(usage, 'cache_read_input_tokens') ?? 0;
  const cacheWriteTokens = countField(usage, 'cache_creation_input_tokens') ?? 0;
  return { inputTokens: fresh + cacheReadTokens + cacheWriteTokens, outputTokens, cacheReadTokens, cacheWriteTokens };
}
