import { KEYED_PATH_MARK, isPathKey } from './redact-paths.js';

const TOKEN = /\[REDACTED_PATH(?::[A-Za-z0-9_]+)?\]/g;

/** Paths of one session by the tokens that a model sees in their place: `[REDACTED_PATH:<field>]`, `..._2` and so on. */
export class PathTokens {
  readonly #isNumbered: boolean;
  readonly #tokenOf = new Map<string, string>();
  readonly #pathOf = new Map<string, string>();
  readonly #countOf = new Map<string, number>();

  /** Without numbers, every path becomes `[REDACTED_PATH]` and none can be restored. */
  constructor(isNumbered: boolean) {
    this.#isNumbered = isNumbered;
  }

  /** The token of a path in a field: the same value keeps its token, another one gets the next number. */
  tokenFor(key: string, path: string): string {
    if (!this.#isNumbered) return KEYED_PATH_MARK;
    // A token that comes back from us stays what it is.
    if (this.#pathOf.has(path)) return path;
    const id = `${key}\u0000${path}`;
    const known = this.#tokenOf.get(id);
    if (known !== undefined) return known;
    const count = (this.#countOf.get(key) ?? 0) + 1;
    this.#countOf.set(key, count);
    const label = key.replace(/[^A-Za-z0-9_]/g, '_');
    const token = count === 1 ? `[REDACTED_PATH:${label}]` : `[REDACTED_PATH:${label}_${count}]`;
    this.#tokenOf.set(id, token);
    this.#pathOf.set(token, path);
    return token;
  }

  /** A text of a model with paths put back. A path field must hold exactly one known token. */
  restore(key: string, text: string): { readonly value: string; readonly problem: string | null } {
    if (!this.#isNumbered) return { value: text, problem: null };
    if (isPathKey(key) && text !== '' && !this.#pathOf.has(text))
      return { value: text, problem: `${key}: not a path that was given` };
    let problem: string | null = null;
    const value = text.replace(TOKEN, (token) => {
      const path = this.#pathOf.get(token);
      if (path === undefined) problem = 'a path token that was not given';
      return path ?? token;
    });
    return { value, problem };
  }
}
