import { FatalError } from '../errors.js';
import { parseJson } from '../json-value.js';
import type { ProviderName } from '../provider-name.js';
import type { ByteStream } from './limited-body.js';

/** What an answer to a call that asked for a stream turned out to be. */
export interface StreamedAnswer {
  readonly body: ByteStream | null;
  /** `application/json` for a whole answer, `text/event-stream` for a stream, whatever the server calls it. */
  readonly contentType: string;
}

/** Whether a request asks for its answer in pieces. */
export function asksForStream(body: unknown): boolean {
  return typeof body === 'string' && /"stream":\s*true\b/.test(body);
}

/**
 * Looks at the first sign of a body: gateways that know no streaming send the whole answer as one JSON document, and some name
 * the wrong content type. An event never begins like JSON.
 */
export async function streamedAnswer(body: ByteStream | null): Promise<StreamedAnswer> {
  if (body === null) return { body, contentType: STREAM };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const begun: Uint8Array[] = [];
  let text = '';
  for (let isDone = false; !isDone && text.trim() === '';) {
    const { done, value } = await reader.read();
    isDone = done;
    if (value === undefined) continue;
    begun.push(value);
    text = decoder.decode(value, { stream: true });
  }
  return {
    body: continued(begun, reader),
    contentType: /^\s*(?:[[{"\d-]|null\b|true\b|false\b)/.test(text) ? JSON_TYPE : STREAM,
  };
}

/** Whether an answer of `createHttpFetch` to a call that asked for a stream came whole. */
export function isWholeAnswer(response: Response): boolean {
  return response.headers.get('content-type') === JSON_TYPE;
}

/** @throws FatalError of kind malformed_response for what is no JSON */
export async function readWholeAnswer(response: Response, provider: ProviderName): Promise<unknown> {
  const answer = parseJson(await response.text());
  if (answer === undefined) throw new FatalError(provider, 'malformed_response', 'the answer is no JSON');
  return answer;
}

const JSON_TYPE = 'application/json';
const STREAM = 'text/event-stream';

/** The pieces that were read already, then the rest. */
function continued(begun: Uint8Array[], reader: ReadableStreamDefaultReader<Uint8Array>): ByteStream {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const first = begun.shift();
      if (first !== undefined) return controller.enqueue(first);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
