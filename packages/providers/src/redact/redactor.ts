import { asRecord } from '../json-value.js';
import { createHash } from 'node:crypto';
import { KernelAliases } from './kernel-aliases.js';
import { PathTokens } from './path-tokens.js';
import { PATH_MARK, isPathKey, redactPaths } from './redact-paths.js';
import { SECRET_MARK, isSecretKey, redactSecrets } from './redact-secrets.js';
import { UNTRUSTED_TEXT_LENGTH, untrustedText, visibleText } from './untrusted-text.js';

/** What a redactor knows beforehand. */
export interface RedactorOptions {
  /** Configured keys and the like: replaced wherever they stand. */
  readonly secrets?: readonly string[];
  /** Host name, user name, home folder: replaced as whole words, whatever their case. */
  readonly privateNames?: readonly string[];
  /** Number the path tokens and remember them, so that they can be restored; on unless false. */
  readonly tokens?: boolean;
}

/** Arguments of a model with our values put back, or why that can't be done. */
export interface Restored {
  readonly value: unknown;
  /** Null, or one line that says which path the model was not given. */
  readonly problem: string | null;
}

/**
 * What stands between our data and a service, for one session. It remembers what it replaced, so that a model can name a
 * path or a kernel that it was given, and no other.
 */
export interface Redactor {
  /** Words of ours or of the user, without secrets, absolute paths and private names. */
  text(text: string): string;
  /**
   * A JSON value that may hold hostile text: path fields become tokens, secret fields `[REDACTED_SECRET]`, every other text
   * is cleaned (`untrustedText`) and stripped of secrets, paths and private names; names of fields too.
   */
  data(value: unknown): unknown;
  /** The reverse, for arguments that a model gives to a tool. */
  restore(value: unknown): Restored;
  /** Replaces `K1` ... by the kernels that were registered. */
  restoreText(text: string): string;
  /** From now on these kernels go out as `K1` ... in the order given; those known already keep their alias. */
  registerKernels(names: readonly string[]): void;
  /** From now on these names are private too: machines of a trace, for example. */
  registerPrivateNames(names: readonly string[]): void;
}

/** Fields whose text comes from a trace: at most 256 characters. Other texts are ours, at most 4,000. */
const TRACE_KEYS =
  /^(?:.*_)?(?:name|names|kernel|kernels|marker|markers|message|host|hostname|process|command|argv|args|symbol|thread|function|label|region|file)$/;
const OWN_TEXT_LENGTH = 4000;
const MAX_DEPTH = 64;
const MIN_NAME_LENGTH = 3;
/** Names that say nothing about anybody. */
const PUBLIC_NAMES = new Set(['root', 'localhost']);

/** A redactor for one session. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const secrets = options.secrets ?? [];
  const privateNames = new Set(options.privateNames ?? []);
  let namePattern = patternOfNames([...privateNames]);
  const paths = new PathTokens(options.tokens ?? true);
  const kernels = new KernelAliases();
  const sentNames = new Map<string, string>();

  const text = (raw: string): string => {
    const redacted = redactPaths(redactSecrets(kernels.hide(raw), secrets));
    return namePattern === null ? redacted : redacted.replace(namePattern, PATH_MARK);
  };

  /** A cleaned text of a trace; different originals never give the same one. */
  const traceText = (raw: string, maxLength: number): string => {
    const clean = untrustedText(text(visibleText(raw)), maxLength);
    const known = sentNames.get(clean);
    if (clean === raw || known === raw) return clean;
    const unique = known === undefined ? clean : `${clean}~${hashOf(raw)}`;
    sentNames.set(unique, raw);
    return unique;
  };

  const redact = (value: unknown, key: string, depth: number): unknown => {
    if (typeof value === 'string') {
      if (value !== '' && isPathKey(key)) return paths.tokenFor(key, value);
      if (value !== '' && isSecretKey(key)) return SECRET_MARK;
      return traceText(value, TRACE_KEYS.test(key) ? UNTRUSTED_TEXT_LENGTH : OWN_TEXT_LENGTH);
    }
    if (typeof value === 'bigint') return value.toString();
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value === 'boolean') return value;
    if (depth >= MAX_DEPTH) return null;
    if (Array.isArray(value)) return value.map((item) => redact(item, key, depth + 1));
    const record = asRecord(value);
    if (record === null) return null;
    if (typeof record['toJSON'] === 'function') return redact(JSON.parse(JSON.stringify(record)), key, depth + 1);
    const entries = Object.entries(record).filter(([, item]) => item !== undefined && typeof item !== 'function');
    // fromEntries defines fields, so that a field called __proto__ is only a field.
    return Object.fromEntries(
      entries.map(([name, item]) => [traceText(name, UNTRUSTED_TEXT_LENGTH), redact(item, name, depth + 1)]),
    );
  };

  const restoreString = (raw: string, key: string): Restored => {
    const given = paths.restore(key, raw);
    if (given.problem !== null) return given;
    const original = sentNames.get(raw);
    return original === undefined
      ? { value: kernels.show(given.value), problem: null }
      : { value: original, problem: null };
  };

  const restore = (value: unknown, key: string, depth: number): Restored => {
    if (typeof value === 'string') return restoreString(value, key);
    // As deep as data goes out, and no deeper: a model can nest as far as its answer is long.
    if (depth >= MAX_DEPTH) return { value: null, problem: null };
    if (Array.isArray(value)) return collect(value.map((item) => restore(item, key, depth + 1)));
    const record = asRecord(value);
    if (record === null) return { value, problem: null };
    const fields = Object.entries(record).map(([name, item]) => [name, restore(item, name, depth + 1)] as const);
    return {
      value: Object.fromEntries(fields.map(([name, item]) => [sentNames.get(name) ?? name, item.value])),
      problem: fields.find(([, item]) => item.problem !== null)?.[1].problem ?? null,
    };
  };

  return {
    text,
    data: (value) => redact(value, '', 0),
    restore: (value) => restore(value, '', 0),
    restoreText: (raw) => kernels.show(raw),
    registerKernels: (names) => kernels.register(names),
    registerPrivateNames: (names) => {
      for (const name of names) privateNames.add(name);
      namePattern = patternOfNames([...privateNames]);
    },
  };
}

function collect(items: readonly Restored[]): Restored {
  return {
    value: items.map((item) => item.value),
    problem: items.find((item) => item.problem !== null)?.problem ?? null,
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function patternOfNames(names: readonly string[]): RegExp | null {
  const usable = names
    .filter((name) => name.length >= MIN_NAME_LENGTH && !PUBLIC_NAMES.has(name.toLowerCase()))
    .sort((left, right) => right.length - left.length || (left < right ? -1 : 1))
    .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return usable.length === 0 ? null : new RegExp(`(?<![A-Za-z0-9])(?:${usable.join('|')})(?![A-Za-z0-9])`, 'gi');
}
