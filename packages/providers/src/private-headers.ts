import { AuthError } from './errors.js';
import { asRecord, parseJson } from './json-value.js';
import { isSecretKey } from './redact/redact-secrets.js';

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** What a header value may not hold: line ends, which would start another header, and the other control characters. */
const CONTROL = new RegExp('[\\u0000-\\u001f\\u007f]');

/**
 * Extra headers of a private endpoint, from the text of a JSON object. A flat map in single quotes is taken too
 * (`{'X-Tenant': 'a'}`), as Python prints one. Values become text. An empty text gives no headers.
 *
 * @throws AuthError for everything else; the text is never repeated, because it can hold a key
 */
export function parsePrivateHeaders(text: string): Readonly<Record<string, string>> {
  if (text.trim() === '') return {};
  const record = asRecord(parseJson(text)) ?? singleQuotedMap(text);
  if (record === null) throw refused('must be a JSON object of names and values');
  const entries = Object.entries(record).map(([name, value]) => [name, headerValue(value)] as const);
  if (entries.some(([name]) => !HEADER_NAME.test(name))) throw refused('hold a name that is no header name');
  if (entries.some(([, value]) => CONTROL.test(value))) throw refused('hold a line end or a control character');
  return Object.fromEntries(entries);
}

/** Headers by which a gateway may authenticate; with one of them, no bearer value is made up. */
const AUTH_HEADERS = new Set(['authorization', 'api-key', 'x-api-key', 'ocp-apim-subscription-key', 'x-goog-api-key']);

/** Whether a header carries the key of an endpoint. */
export function isAuthHeader(name: string): boolean {
  return AUTH_HEADERS.has(name.toLowerCase());
}

/** Values of headers that are secret by their name, in every form in which they may stand elsewhere: with and without scheme. */
export function secretHeaderValues(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => isAuthHeader(name) || isSecretKey(name))
    .flatMap(([, value]) => [value, value.replace(/^\S+\s+/, '')]);
}

function headerValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw refused('hold a value that is no text');
}

/** `{'a': 'b', 'c': 'd'}` without escapes inside, or null. */
function singleQuotedMap(text: string): Readonly<Record<string, string>> | null {
  const pair = String.raw`\s*'([^'\\]*)'\s*:\s*'([^'\\]*)'\s*`;
  if (!new RegExp(`^\\s*\\{(?:${pair}(?:,${pair})*,?\\s*)?\\}\\s*$`).test(text)) return null;
  return Object.fromEntries([...text.matchAll(new RegExp(pair, 'g'))].map((match) => [match[1] ?? '', match[2] ?? '']));
}

function refused(what: string): AuthError {
  return new AuthError('private', `the extra headers (PERFXPERT_LLM_PRIVATE_HEADERS) ${what}`);
}

/** Whether certificates are checked: yes, unless the text is 0, false, no or off in any case. */
export function parseVerifySsl(text: string | null | undefined): boolean {
  return !/^(?:0|false|no|off)$/i.test((text ?? '').trim());
}
