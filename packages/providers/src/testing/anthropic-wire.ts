import { asList, asRecord, textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import { WIRE_USAGE } from './wire-reply.js';
import type { WireBody, WireReply } from './wire-reply.js';

type ModelReply = Exclude<WireReply, { kind: 'status' | 'raw' }>;

/** A reply as the Messages API writes it, whole or as server-sent events. */
export function anthropicBody(reply: ModelReply, request: JsonRecord): WireBody {
  const content = contentOf(reply, request);
  const stopReason = stopReasonOf(reply, content);
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: textField(request, 'model') ?? 'unknown',
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    ...(reply.kind === 'refusal' ? { stop_details: { type: 'refusal', explanation: reply.text } } : {}),
    usage: { input_tokens: WIRE_USAGE.input, output_tokens: WIRE_USAGE.output },
  };
  if (request['stream'] !== true) return { contentType: 'application/json', chunks: [JSON.stringify(message)] };
  const start = { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } };
  const delta = {
    stop_reason: stopReason,
    stop_sequence: null,
    ...('stop_details' in message ? { stop_details: message.stop_details } : {}),
  };
  const events = [
    { type: 'message_start', message: start },
    { type: 'ping' },
    ...content.flatMap(blockEvents),
    { type: 'message_delta', delta, usage: { output_tokens: WIRE_USAGE.output } },
    { type: 'message_stop' },
  ];
  const chunks = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return { contentType: 'text/event-stream', chunks };
}

type WireBlock = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

function contentOf(reply: ModelReply, request: JsonRecord): WireBlock[] {
  switch (reply.kind) {
    case 'text':
    case 'length':
      return [{ type: 'text', text: reply.text }];
    case 'refusal':
      return [];
    case 'tool_calls':
      return reply.calls.map((call, index) => ({ type: 'tool_use', id: `toolu_${index + 1}`, ...call }));
    case 'answer': {
      if (request['output_config'] !== undefined) return [{ type: 'text', text: JSON.stringify(reply.value) }];
      const name = textField(asRecord(asList(request['tools']).at(-1)), 'name') ?? 'submit';
      return [{ type: 'tool_use', id: 'toolu_answer', name, input: reply.value }];
    }
  }
}

function stopReasonOf(reply: ModelReply, content: readonly WireBlock[]): string {
  if (reply.kind === 'refusal') return 'refusal';
  if (reply.kind === 'length') return 'max_tokens';
  return content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
}

/** Each block in two pieces, as a slow model sends it. */
function blockEvents(block: WireBlock, index: number) {
  const [first, second] = halves(block.type === 'text' ? block.text : JSON.stringify(block.input));
  const empty = block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
  const delta = (piece: string) =>
    block.type === 'text' ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece };
  return [
    { type: 'content_block_start', index, content_block: empty },
    { type: 'content_block_delta', index, delta: delta(first) },
    { type: 'content_block_delta', index, delta: delta(second) },
    { type: 'content_block_stop', index },
  ];
}

/** A text in two pieces. */
export function halves(text: string): readonly [string, string] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}
