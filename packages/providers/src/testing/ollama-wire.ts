import { textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import { halves } from './anthropic-wire.js';
import { WIRE_USAGE } from './wire-reply.js';
import type { WireBody, WireReply } from './wire-reply.js';

type ModelReply = Exclude<WireReply, { kind: 'status' | 'raw' }>;

/** A reply as `/api/chat` writes it, whole or as lines. */
export function ollamaBody(reply: ModelReply, request: JsonRecord): WireBody {
  const base = { model: textField(request, 'model') ?? 'unknown', created_at: '2026-01-01T00:00:00Z' };
  const content = reply.kind === 'answer' ? JSON.stringify(reply.value) : 'text' in reply ? reply.text : '';
  const calls =
    reply.kind === 'tool_calls'
      ? { tool_calls: reply.calls.map(({ name, input }) => ({ function: { name, arguments: input } })) }
      : {};
  const end = {
    done: true,
    done_reason: reply.kind === 'length' ? 'length' : 'stop',
    prompt_eval_count: WIRE_USAGE.input,
    eval_count: WIRE_USAGE.output,
  };
  const line = (message: object, rest: object) => `${JSON.stringify({ ...base, message, ...rest })}\n`;
  if (request['stream'] !== true)
    return { contentType: 'application/json', chunks: [line({ role: 'assistant', content, ...calls }, end)] };
  return {
    contentType: 'application/x-ndjson',
    chunks: [
      ...halves(content).map((piece) => line({ role: 'assistant', content: piece }, { done: false })),
      ...('tool_calls' in calls ? [line({ role: 'assistant', content: '', ...calls }, { done: false })] : []),
      line({ role: 'assistant', content: '' }, end),
    ],
  };
}
