import { FatalError } from '../errors.js';
import type { ProviderName } from '../provider-name.js';

/** A stream of bytes, as `fetch` gives it. */
export type ByteStream = ReadableStream<Uint8Array>;

/**
 * The same bytes, until they are more than `maxBytes`: then the stream fails. Failures of the source pass through `onFailure`,
 * which gives the error that the reader sees.
 */
export function limitedBody(
  body: ByteStream | null,
  maxBytes: number,
  onFailure: (error: unknown) => unknown,
  provider: ProviderName,
): ByteStream | null {
  if (body === null) return null;
  const reader = body.getReader();
  let size = 0;
  let isGivenUp = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (isGivenUp) return;
        if (done) return controller.close();
        size += value.byteLength;
        if (size > maxBytes) throw tooLong(provider, maxBytes);
        controller.enqueue(value);
      } catch (error) {
        if (isGivenUp) return;
        controller.error(onFailure(error));
        await reader.cancel().catch(() => undefined);
      }
    },
    cancel: (reason) => {
      isGivenUp = true;
      return reader.cancel(reason);
    },
  });
}

function tooLong(provider: ProviderName, maxBytes: number): FatalError {
  return new FatalError(provider, 'malformed_response', `the answer is longer than ${maxBytes} bytes`);
}
