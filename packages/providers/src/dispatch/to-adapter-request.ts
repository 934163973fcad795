import { asRecord } from '../json-value.js';
import type { AssistantBlock, ChatMessage, DataPart, TextPart, ToolResult } from '../messages.js';
import type { ChatRequest } from '../provider.js';
import type { Redactor } from '../redact/redactor.js';
import { untrustedData } from '../redact/untrusted-data.js';
import type { AdapterMessage, AdapterRequest, AdapterToolResult } from './model-adapter.js';

/** A call with every text redacted and every piece of data in its envelope; the one way out for what we know. */
export function toAdapterRequest(request: ChatRequest, redactor: Redactor, model: string | null): AdapterRequest {
  const tools = [...(request.tools ?? [])].sort((left, right) => (left.name < right.name ? -1 : 1));
  return {
    model,
    system: (request.system ?? []).map((block) => ({ ...block, text: redactor.text(block.text) })),
    messages: request.messages.map((message) => adapterMessage(message, redactor)),
    tools,
    output: request.output ?? null,
    isFinalTurn: request.isFinalTurn ?? false,
    maxOutputTokens: request.maxOutputTokens ?? null,
  };
}

function adapterMessage(message: ChatMessage, redactor: Redactor): AdapterMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', text: userText(message.content, redactor) };
    case 'assistant':
      return { role: 'assistant', blocks: message.blocks.map((block) => assistantBlock(block, redactor)) };
    case 'tool':
      return { role: 'tool', results: message.results.map((result) => toolResult(result, redactor)) };
  }
}

function userText(content: string | readonly (TextPart | DataPart)[], redactor: Redactor): string {
  if (typeof content === 'string') return redactor.text(content);
  return content
    .map((part) => (part.type === 'text' ? redactor.text(part.text) : envelope(part.source, part.value, redactor)))
    .join('\n\n');
}

/** Reasoning goes back as it came: its signature covers the text. Arguments hold our paths again and are redacted. */
function assistantBlock(block: AssistantBlock, redactor: Redactor): AssistantBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: redactor.text(block.text) };
    case 'tool_call':
      return { ...block, input: asRecord(redactor.data(block.input)) ?? {} };
    case 'answer':
      return { ...block, value: redactor.data(block.value) };
    case 'thinking':
      return block;
  }
}

function toolResult(result: ToolResult, redactor: Redactor): AdapterToolResult {
  const { callId, name, isError } = result;
  return { callId, name, text: envelope(`tool:${name}`, result.value, redactor), isError: isError ?? false };
}

function envelope(source: string, value: unknown, redactor: Redactor): string {
  return untrustedData(source, redactor.data(value));
}
