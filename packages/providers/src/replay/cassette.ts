import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { FatalError } from '../errors.js';
import { asList, asRecord, numberField, parseJson, textField } from '../json-value.js';

/** A piece of a recorded answer, and how many milliseconds after the start of the answer it came. */
export interface CassetteChunk {
  readonly at_ms: number;
  readonly text: string;
}

/** One request and its answer: one line of JSON of a cassette. `is_cut`: the connection broke after the last piece. */
export interface CassetteEntry {
  readonly key: string;
  /** Canonical JSON of what the key is made of. */
  readonly request: string;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly chunks: readonly CassetteChunk[];
    readonly is_cut: boolean;
  };
}

/** Fields that differ from run to run without meaning anything. */
const VOLATILE = new Set(['id', 'tool_use_id', 'tool_call_id', 'signature']);

/** What identifies a request: provider, path and body without ids, as JSON with sorted keys. */
export function requestIdentity(provider: string, path: string, body: string): string {
  return JSON.stringify(canonical({ provider, path, body: parseJson(body) ?? body }));
}

/** Key of a request: SHA-256 of its identity, in hex. */
export function requestKey(identity: string): string {
  return createHash('sha256').update(identity).digest('hex');
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  const record = asRecord(value);
  if (record === null) return value;
  const names = Object.keys(record).filter((name) => !VOLATILE.has(name));
  return Object.fromEntries(names.sort().map((name) => [name, canonical(record[name])]));
}

/**
 * The entries of a cassette, in order.
 *
 * @throws FatalError (kind configuration) for a file that can't be read or holds a line that is no entry
 */
export async function readCassette(provider: string, file: string): Promise<readonly CassetteEntry[]> {
  const text = await fs.readFile(file, 'utf8').catch((cause: unknown) => {
    throw new FatalError(provider, 'configuration', 'the cassette can not be read', { cause });
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const entry = readEntry(parseJson(line));
    if (entry === null)
      throw new FatalError(provider, 'configuration', `line ${index + 1} of the cassette is no entry`);
    return entry;
  });
}

function readEntry(value: unknown): CassetteEntry | null {
  const record = asRecord(value);
  const response = asRecord(record?.['response']);
  const key = textField(record, 'key');
  const request = textField(record, 'request');
  const status = numberField(response, 'status');
  if (key === null || request === null || status === null) return null;
  const headers = Object.entries(asRecord(response?.['headers']) ?? {}).map(([name, text]) => [name, String(text)]);
  const chunks = asList(response?.['chunks']).map((chunk) => ({
    at_ms: numberField(asRecord(chunk), 'at_ms') ?? 0,
    text: textField(asRecord(chunk), 'text') ?? '',
  }));
  return {
    key,
    request,
    response: { status, headers: Object.fromEntries(headers), chunks, is_cut: response?.['is_cut'] === true },
  };
}
