import { FatalError } from '../errors.js';
import type { Fetch } from '../http/transport.js';
import { redactPaths } from '../redact/redact-paths.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { readCassette, requestIdentity, requestKey } from './cassette.js';
import type { CassetteEntry } from './cassette.js';
import { replayed } from './create-recording-fetch.js';

/** What a replay needs. */
export interface ReplayOptions {
  readonly provider: string;
  readonly file: string;
  /** The same as when it was recorded: they are part of nothing, but what was cut out must be cut out again. */
  readonly secrets: readonly string[];
}

/** Characters that are shown around the first difference. */
const SHOWN = 40;

/**
 * A `fetch` that asks nobody: it answers from a cassette. Requests with the same key get their answers in the order in which
 * they were recorded, each once.
 *
 * The fetch throws FatalError (kind configuration) for a request that was not recorded; `rawMessage` shows where it first
 * differs from the one that is most like it.
 */
export function createReplayFetch(options: ReplayOptions): Fetch {
  const { provider, file, secrets } = options;
  let loading: Promise<readonly CassetteEntry[]> | null = null;
  const usedEntries = new Set<CassetteEntry>();
  return async (input, init) => {
    const entries = await (loading ??= readCassette(provider, file));
    const url = new URL(input instanceof Request ? input.url : String(input));
    const raw = requestIdentity(provider, url.pathname, String(init?.body ?? ''));
    const identity = redactPaths(redactSecrets(raw, secrets));
    const key = requestKey(identity);
    const entry = entries.find((candidate) => candidate.key === key && !usedEntries.has(candidate));
    if (entry === undefined) throw missing(provider, identity, entries);
    usedEntries.add(entry);
    return replayed(entry);
  };
}

function missing(provider: string, identity: string, entries: readonly CassetteEntry[]): FatalError {
  const nearest = entries
    .map((entry) => ({ entry, length: commonLength(entry.request, identity) }))
    .reduce<{ entry: CassetteEntry; length: number } | null>(
      (best, next) => (best === null || next.length > best.length ? next : best),
      null,
    );
  const rawMessage =
    nearest === null
      ? 'the cassette is empty'
      : nearest.entry.request === identity
        ? 'this request was recorded, but not so often'
        : `recorded: ${around(nearest.entry.request, nearest.length)}\nasked: ${around(identity, nearest.length)}`;
  return new FatalError(provider, 'configuration', 'this request is not in the cassette', { rawMessage });
}

function commonLength(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) if (left[index] !== right[index]) return index;
  return length;
}

function around(text: string, index: number): string {
  return text.slice(Math.max(0, index - SHOWN), index + SHOWN);
}
