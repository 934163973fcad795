import { TransientError } from '../errors.js';
import type { ProviderName } from '../provider-name.js';
import { scanJson } from '../scan-json.js';
import type { ByteStream } from './limited-body.js';

/** Whether a text is the beginning of a JSON object or list that goes on: a bracket in it is still open. */
export function isCutJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && scanJson(text, true) > 0;
}

/** The failure of an answer whose end never came. */
export function cutAnswer(provider: ProviderName): TransientError {
  return new TransientError(provider, 'connection', 'the answer was cut');
}

/**
 * The body of a JSON answer on a connection that closes after it; fails where it ends before its JSON does. There the end of
 * the connection looks like the end of the answer (undici reports a cut answer only on connections that stay open).
 */
export function wholeJson(
  body: ByteStream | null,
  headers: Headers,
  provider: ProviderName,
  onFailure: (error: unknown) => unknown,
): ByteStream | null {
  const closes = /\bclose\b/i.test(headers.get('connection') ?? '');
  if (body === null || !closes || !/\bjson\b/i.test(headers.get('content-type') ?? '')) return body;
  const decoder = new TextDecoder();
  let text = '';
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        text += decoder.decode(chunk, { stream: true });
        controller.enqueue(chunk);
      },
      flush() {
        if (isCutJson(text + decoder.decode())) throw onFailure(cutAnswer(provider));
      },
    }),
  );
}
