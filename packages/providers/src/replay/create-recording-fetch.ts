import fs from 'node:fs/promises';
import { FatalError } from '../errors.js';
import type { Fetch } from '../http/transport.js';
import { redactPaths } from '../redact/redact-paths.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { requestIdentity, requestKey } from './cassette.js';
import type { CassetteChunk, CassetteEntry } from './cassette.js';

/** What a recording needs. */
export interface RecordingOptions {
  readonly provider: string;
  /** Entries are added at its end. */
  readonly file: string;
  /** Never written: a text that still holds one is an error. */
  readonly secrets: readonly string[];
  /** Whom to ask; the platform's `fetch` otherwise. */
  readonly transport?: Fetch;
  /** Milliseconds; stands in for the clock. */
  readonly now?: () => number;
}

/** Headers of an answer that mean something to us. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'retry-after-ms', 'request-id', 'x-request-id'];

/**
 * A `fetch` that asks and writes down: each request with its answer, without keys and paths, as a line of the cassette. The
 * answer is read to its end before it is passed on, so that a recording can be repeated exactly.
 */
export function createRecordingFetch(options: RecordingOptions): Fetch {
  const transport = options.transport ?? fetch;
  const now = options.now ?? (() => Date.now());
  const scrub = (text: string): string => redactPaths(redactSecrets(text, options.secrets));
  return async (input, init) => {
    const response = await transport(input, init);
    const { chunks, isCut } = await readAll(response, now);
    const url = new URL(input instanceof Request ? input.url : String(input));
    const identity = scrub(requestIdentity(options.provider, url.pathname, String(init?.body ?? '')));
    const headers = KEPT_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const entry: CassetteEntry = {
      key: requestKey(identity),
      request: identity,
      response: {
        status: response.status,
        headers: Object.fromEntries(headers),
        chunks: chunks.map((chunk) => ({ ...chunk, text: scrub(chunk.text) })),
        is_cut: isCut,
      },
    };
    // A secret may be torn apart by the pieces of a stream, so the whole text is looked at too.
    await append(options, JSON.stringify(entry), entry.response.chunks.map((chunk) => chunk.text).join(''));
    return replayed(entry);
  };
}

/** The recorded answer as a response. */
export function replayed(entry: CassetteEntry): Response {
  const { status, headers, chunks, is_cut: isCut } = entry.response;
  const encoder = new TextEncoder();
  const pieces = chunks.map((chunk) => encoder.encode(chunk.text));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece !== undefined) return controller.enqueue(piece);
      if (!isCut) return controller.close();
      return controller.error(Object.assign(new TypeError('terminated'), { code: 'ECONNRESET' }));
    },
  });
  return new Response(body, { status, headers });
}

async function readAll(response: Response, now: () => number): Promise<{ chunks: CassetteChunk[]; isCut: boolean }> {
  const startedAt = now();
  const chunks: CassetteChunk[] = [];
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return { chunks, isCut: false };
      chunks.push({ at_ms: now() - startedAt, text: decoder.decode(part.value, { stream: true }) });
    }
  } catch {
    return { chunks, isCut: true };
  }
}

async function append(options: RecordingOptions, line: string, answer: string): Promise<void> {
  const { provider, file, secrets } = options;
  if (secrets.some((secret) => secret !== '' && (line + answer).includes(secret)))
    throw new FatalError(provider, 'configuration', 'the recording would hold a secret; it is not written');
  await fs.appendFile(file, `${line}\n`);
}
