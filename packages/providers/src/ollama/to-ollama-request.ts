import type { ChatRequest, Message, Tool } from 'ollama';
import type { AdapterMessage, AdapterRequest } from '../dispatch/model-adapter.js';
import type { AssistantBlock, JsonSchema } from '../messages.js';
import { textOfBlocks } from '../messages.js';

/** Bytes of UTF-8 per token, taken low so that the window comes out rather too large. */
const BYTES_PER_TOKEN = 3;
const MIN_CONTEXT_TOKENS = 4096;
/** Room for an answer where no bound was given. */
const ANSWER_TOKENS = 2048;
const SEED = 42;

/** How this server and model are asked. */
export interface OllamaAsk {
  readonly hasTools: boolean;
  /** The form that the answer is held to; null while tools may still be called. */
  readonly format: JsonSchema | null;
  readonly maxContextTokens: number;
  readonly keepAlive: string | number | null;
}

/** The request in the words of `/api/chat`. */
export function toOllamaRequest(request: AdapterRequest, model: string, ask: OllamaAsk): ChatRequest {
  const messages = [...systemMessage(request), ...request.messages.flatMap(messageParams)];
  const tools = ask.hasTools ? request.tools.map(toolParam) : [];
  const { maxOutputTokens } = request;
  return {
    model,
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    ...(ask.format === null ? {} : { format: { ...ask.format } }),
    ...(ask.keepAlive === null ? {} : { keep_alive: ask.keepAlive }),
    options: {
      temperature: 0,
      seed: SEED,
      num_ctx: contextTokens({ messages, tools, format: ask.format }, maxOutputTokens, ask.maxContextTokens),
      ...(maxOutputTokens === null ? {} : { num_predict: maxOutputTokens }),
    },
  };
}

/**
 * Tokens of the window that the server is asked to keep: the prompt's bytes / 3 plus the answer, rounded up to a power of
 * two, at least 4,096, at most `max`. Without it the server silently cuts off the start of a long prompt.
 */
export function contextTokens(prompt: unknown, answerTokens: number | null, max: number): number {
  const promptTokens = Math.ceil(Buffer.byteLength(JSON.stringify(prompt)) / BYTES_PER_TOKEN);
  const needed = promptTokens + (answerTokens ?? ANSWER_TOKENS);
  return Math.min(max, Math.max(MIN_CONTEXT_TOKENS, 2 ** Math.ceil(Math.log2(needed))));
}

function systemMessage(request: AdapterRequest): Message[] {
  const content = request.system
    .map((block) => block.text)
    .filter((text) => text !== '')
    .join('\n\n');
  return content === '' ? [] : [{ role: 'system', content }];
}

function toolParam(tool: AdapterRequest['tools'][number]): Tool {
  const { name, description, inputSchema } = tool;
  return { type: 'function', function: { name, description, parameters: { ...inputSchema } } };
}

function messageParams(message: AdapterMessage): Message[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'assistant':
      return [assistantParam(message.blocks)];
    case 'tool':
      return message.results.map((result) => ({
        role: 'tool',
        tool_name: result.name,
        content: result.isError ? `error: ${result.text}` : result.text,
      }));
  }
}

function assistantParam(blocks: readonly AssistantBlock[]): Message {
  const answers = blocks.map((block) => (block.type === 'answer' ? JSON.stringify(block.value) : ''));
  const calls = blocks.flatMap((block) =>
    block.type === 'tool_call' ? [{ function: { name: block.name, arguments: { ...block.input } } }] : [],
  );
  return {
    role: 'assistant',
    content: textOfBlocks(blocks) + answers.join(''),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}
