import { errorFromStatus } from '../error-from-status.js';
import { errorFromText } from '../error-from-text.js';
import { FatalError } from '../errors.js';
import type { ProviderError } from '../errors.js';
import { asRecord, numberField, parseJson, textField } from '../json-value.js';
import type { ProviderName } from '../provider-name.js';
import { cutAnswer, isCutJson } from './cut-json.js';
import type { ByteStream } from './limited-body.js';

/** Whose lines they are. */
interface LinePlace {
  readonly provider: ProviderName;
  readonly model: string | null;
  readonly now: () => number;
}

/**
 * Lines of JSON, each of them checked: empty lines are dropped; a line that is no JSON object or that reports an error, and a
 * last line that was cut, make the stream fail. (The `ollama` package prints such lines and goes on.)
 */
export function checkedLines(
  body: ByteStream | null,
  onFailure: (error: unknown) => unknown,
  place: LinePlace,
): ByteStream | null {
  if (body === null) return null;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  const push = (lines: readonly string[], controller: TransformStreamDefaultController<Uint8Array>): void => {
    for (const line of lines) {
      if (line.trim() === '') continue;
      const problem = problemOf(line, place);
      if (problem !== null) throw onFailure(problem);
      controller.enqueue(encoder.encode(`${line}\n`));
    }
  };
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        push(lines, controller);
      },
      flush(controller) {
        const last = rest + decoder.decode();
        if (isCutJson(last)) throw onFailure(cutAnswer(place.provider));
        push([last], controller);
      },
    }),
  );
}

function problemOf(line: string, place: LinePlace): ProviderError | null {
  const { provider, model, now } = place;
  const record = asRecord(parseJson(line));
  if (record === null) return new FatalError(provider, 'malformed_response', 'the answer holds a line that is no JSON');
  const text = textField(record, 'error');
  if (text === null) return null;
  const status = numberField(record, 'status');
  const fields = model === null ? {} : { model };
  return status === null
    ? errorFromText(provider, text, fields)
    : errorFromStatus(provider, { status, body: text, ...fields }, now());
}
