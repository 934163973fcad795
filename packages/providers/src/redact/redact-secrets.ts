/** What stands in the place of a secret. */
export const SECRET_MARK = '[REDACTED_SECRET]';

/** Shapes of keys by the prefixes that their issuers document. Each starts where no word character stands before it. */
const TOKEN_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)[A-Z ]*-----[^]*?(?:-----END [A-Z ]+-----|$)/g,
  /(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{6,}/g,
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{8,}/g,
  /(?<![A-Za-z0-9])gh[opsur]_[A-Za-z0-9]{8,}/g,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{8,}/g,
  /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{8,}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /(?<![A-Za-z0-9])xox[a-z]-[A-Za-z0-9-]{8,}/g,
  /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{20,}/g,
  /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{16,}/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]*/g,
];
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi;
const URL_CREDENTIALS = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:"'<>]{0,256}:[^\s/@"'<>]{0,256}@/gi;
const ASSIGNMENT =
  /\b([A-Za-z0-9_-]{0,40}(?:api[_-]?key|access[_-]?key|secret|password|passwd|auth[_-]?token|access[_-]?token))(\s*[=:]\s*)(["']?)[^\s"',;&)\]}]{4,}\3/gi;

/** Literals shorter than this are no secrets: replacing them would only tear the text apart. */
const MIN_LITERAL_LENGTH = 4;

/**
 * Text with every secret replaced by `[REDACTED_SECRET]`: the given literals wherever they stand (also URL-encoded), the
 * key shapes of known issuers, JSON web tokens, PEM blocks, bearer values, credentials in URLs, and `name=value` where the
 * name says that the value is secret.
 */
export function redactSecrets(text: string, literals: readonly string[] = []): string {
  let result = text;
  for (const literal of byLength(literals)) {
    result = result.replaceAll(literal, SECRET_MARK);
    const encoded = encodeURIComponent(literal);
    if (encoded !== literal) result = result.replaceAll(encoded, SECRET_MARK);
  }
  for (const shape of TOKEN_SHAPES) result = result.replace(shape, SECRET_MARK);
  return result
    .replace(BEARER, (_all, scheme: string) => `${scheme} ${SECRET_MARK}`)
    .replace(URL_CREDENTIALS, (_all, scheme: string) => `${scheme}${SECRET_MARK}@`)
    .replace(ASSIGNMENT, (_all, name: string, sign: string) => `${name}${sign}${SECRET_MARK}`);
}

/** Longest first, so that a secret that contains another one goes as a whole. */
function byLength(literals: readonly string[]): readonly string[] {
  return literals
    .filter((literal) => literal.length >= MIN_LITERAL_LENGTH)
    .sort((left, right) => right.length - left.length || (left < right ? -1 : 1));
}

/** Words that make a field secret wherever they stand in its name. */
const SECRET_WORDS = new Set(['apikey', 'secret', 'password', 'passwd', 'authorization']);
/** Words that do so at the end only: `api_key` is a secret, `key_findings` are not. */
const SECRET_ENDS = new Set(['key', 'token']);
const SECRET_PAIR = /(?:^|_)(?:api|access|auth|private)_(?:key|token)(?:_|$)/;

/**
 * True for names of fields that hold secrets: those that end in key or token, and those with secret, password, authorization
 * or a pair like `access_token` anywhere. snake_case, kebab-case and camelCase alike.
 */
export function isSecretKey(key: string): boolean {
  const words = wordsOfKey(key);
  const isNamed = words.some((word) => SECRET_WORDS.has(word)) || SECRET_ENDS.has(words.at(-1) ?? '');
  return isNamed || SECRET_PAIR.test(words.join('_'));
}

/** Words of a field name: parts of snake_case, kebab-case and camelCase, in lower case. */
function wordsOfKey(key: string): readonly string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
