import { textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import { halves } from './anthropic-wire.js';
import { WIRE_USAGE } from './wire-reply.js';
import type { WireBody, WireReply } from './wire-reply.js';

type ModelReply = Exclude<WireReply, { kind: 'status' | 'raw' }>;

/** A reply as Chat Completions writes it, whole or as server-sent events. */
export function openAiBody(reply: ModelReply, request: JsonRecord): WireBody {
  const model = textField(request, 'model') ?? 'unknown';
  const usage = {
    prompt_tokens: WIRE_USAGE.input,
    completion_tokens: WIRE_USAGE.output,
    total_tokens: WIRE_USAGE.input + WIRE_USAGE.output,
  };
  const content = reply.kind === 'answer' ? JSON.stringify(reply.value) : 'text' in reply ? reply.text : '';
  const calls = reply.kind === 'tool_calls' ? reply.calls : [];
  const refusal = reply.kind === 'refusal' ? reply.text : null;
  const shown = reply.kind === 'refusal' ? '' : content;
  const finish = reply.kind === 'length' ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
  const toolCalls = calls.map((call, index) => ({
    id: `call_${index + 1}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.input) },
  }));
  const base = { id: 'chatcmpl-1', created: 1764547200, model };
  if (request['stream'] !== true) {
    const message = {
      role: 'assistant',
      content: shown === '' ? null : shown,
      refusal,
      ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
    };
    const choices = [{ index: 0, message, finish_reason: finish }];
    const completion = { ...base, object: 'chat.completion', choices, usage };
    return { contentType: 'application/json', chunks: [JSON.stringify(completion)] };
  }
  const chunk = (delta: object, finishReason: string | null = null) => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
  const pieces = [
    chunk({ role: 'assistant', content: null }),
    ...(shown === '' ? [] : halves(shown).map((piece) => chunk({ content: piece }))),
    ...(refusal === null ? [] : [chunk({ refusal })]),
    ...toolCalls.flatMap((call, index) => [
      chunk({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: '' } }] }),
      ...halves(call.function.arguments).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    chunk({}, finish),
    { ...base, object: 'chat.completion.chunk', choices: [], usage },
  ];
  const chunks = [...pieces.map((piece) => `data: ${JSON.stringify(piece)}\n\n`), 'data: [DONE]\n\n'];
  return { contentType: 'text/event-stream', chunks };
}
