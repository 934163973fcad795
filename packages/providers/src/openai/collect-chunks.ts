import { errorInBody } from '../error-from-cause.js';
import { FatalError, TransientError } from '../errors.js';
import { asList, asRecord, numberField, parseJson, textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import type { TokenCounts } from '../prices.js';
import type { ProviderName } from '../provider-name.js';
import { contentText, tokensOf } from './from-openai-completion.js';

/** A call of a tool whose arguments arrive in pieces. */
interface OpenCall {
  id: string;
  name: string;
  arguments: string;
}

/**
 * Puts the pieces of a streamed completion together into one as it would have come whole.
 *
 * @throws TransientError (kind connection) where the stream ends without a reason to stop: it was cut
 */
export async function collectChunks(
  provider: ProviderName,
  chunks: AsyncIterable<unknown>,
  onText: (text: string) => void,
  onUsage: (tokens: TokenCounts) => void,
): Promise<JsonRecord> {
  let content = '';
  let refusal = '';
  let finishReason: string | null = null;
  let usage: unknown = null;
  let model: string | null = null;
  const calls = new Map<number, OpenCall>();
  for await (const chunk of chunks) {
    const record = asRecord(chunk);
    model ??= textField(record, 'model');
    usage = record?.['usage'] ?? usage;
    // Most services count at the end, some with every piece.
    const tokens = tokensOf(asRecord(record?.['usage']));
    if (tokens !== null) onUsage(tokens);
    // The piece with the usage comes last and has no choices.
    const choice = asRecord(asList(record?.['choices'])[0]);
    const delta = asRecord(choice?.['delta']);
    const text = contentText(delta?.['content']);
    if (text !== '') onText(text);
    content += text;
    refusal += textField(delta, 'refusal') ?? '';
    asList(delta?.['tool_calls']).forEach((piece, position) => addPiece(calls, asRecord(piece), position));
    finishReason = textField(choice, 'finish_reason') ?? finishReason;
  }
  if (finishReason === null) throw new TransientError(provider, 'connection', 'the stream was cut');
  const toolCalls = [...calls.entries()].sort(([left], [right]) => left - right).map(([, call]) => wholeCall(call));
  const message = { content, refusal: refusal === '' ? null : refusal, tool_calls: toolCalls };
  return { model, usage, choices: [{ message, finish_reason: finishReason }] };
}

/**
 * The pieces in the text of a stream of server-sent events that came as a whole.
 *
 * @throws the error that a piece reports; FatalError of kind malformed_response for a piece that is no JSON
 */
export async function* eventsOf(text: string, provider: ProviderName): AsyncGenerator<unknown> {
  for (const line of text.split(/\r?\n|\r/)) {
    const data = /^data:\s*(.*)$/.exec(line)?.[1] ?? '';
    if (data === '' || data === '[DONE]') continue;
    const chunk = parseJson(data);
    if (chunk === undefined) throw new FatalError(provider, 'malformed_response', 'the stream holds what is no JSON');
    const reported = errorInBody(asRecord(chunk), { provider, model: null, now: 0 });
    if (reported !== null) throw reported;
    yield chunk;
  }
}

function wholeCall(call: OpenCall) {
  return { id: call.id === '' ? undefined : call.id, function: { name: call.name, arguments: call.arguments } };
}

function addPiece(calls: Map<number, OpenCall>, piece: JsonRecord | null, position: number): void {
  const index = numberField(piece, 'index') ?? position;
  const call = calls.get(index) ?? { id: '', name: '', arguments: '' };
  const target = asRecord(piece?.['function']);
  call.id = textField(piece, 'id') ?? call.id;
  call.name = textField(target, 'name') ?? call.name;
  call.arguments += textField(target, 'arguments') ?? '';
  calls.set(index, call);
}
