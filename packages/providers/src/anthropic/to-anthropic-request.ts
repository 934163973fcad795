import type {
  ContentBlockParam,
  MessageCreateParamsBase,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolChoice,
} from '@anthropic-ai/sdk/resources/messages';
import type { AdapterMessage, AdapterRequest } from '../dispatch/model-adapter.js';
import { asRecord } from '../json-value.js';
import type { AssistantBlock } from '../messages.js';
import { strictSchema } from '../schema/strict-schema.js';

/** The service takes at most four cache breakpoints in a request (Anthropic, "Prompt caching"). */
const MAX_BREAKPOINTS = 4;
/** Least thinking budget (Anthropic, "Extended thinking": `budget_tokens` at least 1,024, below `max_tokens`). */
const MIN_THINKING_TOKENS = 1024;
const EPHEMERAL = { type: 'ephemeral' } as const;

/** What an endpoint turned out not to take. */
export interface AnthropicQuirks {
  /** The model takes no budget for thinking and decides itself. */
  readonly isThinkingAdaptive: boolean;
  /** Tools must not be marked strict. */
  readonly hasNoStrictTools: boolean;
}

/** The request in the words of the Messages API. `thinkingTokens` null: no thinking. */
export function toAnthropicRequest(
  request: AdapterRequest,
  model: string,
  maxTokens: number,
  thinkingTokens: number | null,
  quirks: AnthropicQuirks,
): MessageCreateParamsBase {
  const budget = thinkingTokens === null ? null : Math.max(MIN_THINKING_TOKENS, thinkingTokens);
  const isThinking = budget !== null;
  const tools = toolParams(request, isThinking, quirks);
  const system = systemParams(request, tools.length > 0 ? MAX_BREAKPOINTS - 1 : MAX_BREAKPOINTS);
  const choice = toolChoice(request, isThinking);
  return {
    model,
    max_tokens: budget === null ? maxTokens : maxTokens + budget,
    ...(system.length > 0 ? { system } : {}),
    messages: messageParams(request.messages),
    ...(tools.length > 0 ? { tools } : {}),
    ...(tools.length > 0 && choice !== null ? { tool_choice: choice } : {}),
    ...(isThinking ? { thinking: thinkingParam(budget, quirks) } : {}),
    ...nativeFormat(request, isThinking),
  };
}

function thinkingParam(budget: number, quirks: AnthropicQuirks) {
  return quirks.isThinkingAdaptive
    ? ({ type: 'adaptive' } as const)
    : ({ type: 'enabled', budget_tokens: budget } as const);
}

/** A breakpoint after each stable block; of more than the service takes, the last ones count. */
function systemParams(request: AdapterRequest, breakpoints: number): TextBlockParam[] {
  const marked = request.system.flatMap((block, index) => (block.cache === true ? [index] : []));
  const kept = new Set(marked.slice(-breakpoints));
  return request.system
    .map((block, index) => ({ block, isKept: kept.has(index) }))
    .filter(({ block }) => block.text !== '')
    .map(({ block, isKept }) => ({
      type: 'text',
      text: block.text,
      ...(isKept ? { cache_control: EPHEMERAL } : {}),
    }));
}

/** Tools sorted by name, the answer tool last, a breakpoint on the last one. */
function toolParams(request: AdapterRequest, isThinking: boolean, quirks: AnthropicQuirks): Tool[] {
  const tools: Tool[] = request.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: { ...tool.inputSchema, type: 'object' },
  }));
  if (request.output !== null && !(isThinking && request.isFinalTurn)) {
    const { schema, isStrict } = strictSchema(request.output.schema, 'anthropic');
    tools.push({
      name: request.output.name,
      description: request.output.description ?? 'Gives the final answer. Call it once, when everything is known.',
      input_schema: { ...(isStrict ? schema : request.output.schema), type: 'object' },
      ...(isStrict && !quirks.hasNoStrictTools ? { strict: true } : {}),
    });
  }
  return tools.map((tool, index) => (index === tools.length - 1 ? { ...tool, cache_control: EPHEMERAL } : tool));
}

/**
 * The answer tool is forced on the last turn, and where it is the only tool. While the model thinks, a tool can't be forced
 * (Anthropic, "Extended thinking"): then the last turn uses the service's own JSON output and calls nothing.
 */
function toolChoice(request: AdapterRequest, isThinking: boolean): ToolChoice | null {
  if (request.output === null) return request.isFinalTurn ? { type: 'none' } : { type: 'auto' };
  if (isThinking) return request.isFinalTurn ? { type: 'none' } : { type: 'auto' };
  const mustAnswer = request.isFinalTurn || request.tools.length === 0;
  return mustAnswer ? { type: 'tool', name: request.output.name } : { type: 'auto' };
}

function nativeFormat(request: AdapterRequest, isThinking: boolean) {
  if (request.output === null || !isThinking || !request.isFinalTurn) return {};
  const { schema, isStrict } = strictSchema(request.output.schema, 'anthropic');
  if (!isStrict) return {};
  return { output_config: { format: { type: 'json_schema', schema: { ...schema } } } } as const;
}

/**
 * Messages, with each tool call answered in the message after it: the service refuses a call without a result. A call that
 * has none (an answer that was not accepted) gets one of ours before the user's words.
 */
function messageParams(messages: readonly AdapterMessage[]): MessageParam[] {
  return messages.map((message, index) => {
    if (message.role === 'assistant')
      return { role: 'assistant', content: message.blocks.map(blockParam).filter((block) => block !== null) };
    const previous = messages[index - 1];
    const open = previous?.role === 'assistant' ? callIds(previous.blocks) : [];
    const given = message.role === 'tool' ? message.results.map((result) => result.callId) : [];
    const missing = open.filter((id) => !given.includes(id));
    const results: ContentBlockParam[] = [
      ...(message.role === 'tool'
        ? message.results.map((result) => toolResult(result.callId, result.text, result.isError))
        : []),
      ...missing.map((id) => toolResult(id, 'not accepted', true)),
    ];
    if (message.role === 'tool') return { role: 'user', content: results };
    return { role: 'user', content: [...results, { type: 'text', text: message.text }] };
  });
}

function callIds(blocks: readonly AssistantBlock[]): string[] {
  return blocks.flatMap((block) => (block.type === 'tool_call' || block.type === 'answer' ? [block.id] : []));
}

function toolResult(id: string, content: string, isError: boolean): ContentBlockParam {
  return { type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
}

function blockParam(block: AssistantBlock): ContentBlockParam | null {
  switch (block.type) {
    case 'text':
      return block.text === '' ? null : { type: 'text', text: block.text };
    case 'tool_call':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input };
    case 'answer':
      return { type: 'tool_use', id: block.id, name: block.name, input: asRecord(block.value) ?? {} };
    case 'thinking':
      return block.redacted === null
        ? { type: 'thinking', thinking: block.text, signature: block.signature }
        : { type: 'redacted_thinking', data: block.redacted };
  }
}
