import type { SourceToken } from './source-token.js';
import { nameBefore } from './read-names.js';

/** Namespaces and functions that open at braces. */
export interface Scopes {
  /** Enclosing namespaces of each token, `a::b`; '' at the outer level. By index into `namespaces`. */
  readonly namespaceOf: Uint32Array;
  readonly namespaces: readonly string[];
  /** Name of the function each token stands in, qualified as written; '' outside. By index into `functions`. */
  readonly functionOf: Uint32Array;
  readonly functions: readonly string[];
}

/** Namespaces and enclosing functions of all tokens. Lambdas and blocks belong to the function around them. */
export function findScopes(tokens: readonly SourceToken[], partner: Int32Array): Scopes {
  const namespaces = [''];
  const functions = [''];
  const namespaceOf = new Uint32Array(tokens.length);
  const functionOf = new Uint32Array(tokens.length);
  const open: { end: number; namespace: number; function: number }[] = [];
  let current = { end: tokens.length, namespace: 0, function: 0 };
  for (let index = 0; index < tokens.length; index++) {
    while (index >= current.end) current = open.pop() ?? { end: tokens.length, namespace: 0, function: 0 };
    namespaceOf[index] = current.namespace;
    functionOf[index] = current.function;
    if (tokens[index]?.text !== '{' || tokens[index]?.kind !== 'punctuation') continue;
    const close = partner[index] ?? -1;
    if (close < 0) continue;
    const namespace = namespaceOpenedAt(tokens, index);
    if (namespace === null && current.function !== 0) continue;
    const inner = { ...current, end: close };
    if (namespace !== null) {
      const outer = namespaces[current.namespace] ?? '';
      inner.namespace = namespaces.push(outer === '' ? namespace : `${outer}::${namespace}`) - 1;
    } else {
      const name = functionOpenedAt(tokens, partner, index);
      if (name === '') continue;
      inner.function = functions.push(name) - 1;
    }
    open.push(current);
    current = inner;
  }
  return { namespaceOf, namespaces, functionOf, functions };
}

function namespaceOpenedAt(tokens: readonly SourceToken[], brace: number): string | null {
  const name = nameBefore(tokens, new Int32Array(0), brace);
  const length = name === '' ? 0 : name.split('::').length * 2 - 1;
  if (tokens[brace - 1 - length]?.text !== 'namespace') return name === 'namespace' ? '(anonymous namespace)' : null;
  return name === '' ? '(anonymous namespace)' : name;
}

/** The name before the parameter list that ends shortly before a brace: `f` of `void f(int) const {`. */
function functionOpenedAt(tokens: readonly SourceToken[], partner: Int32Array, brace: number): string {
  for (let index = brace - 1; index >= 0 && brace - index < 12; index--) {
    const token = tokens[index];
    if (token?.kind === 'punctuation' && (token.text === ';' || token.text === '{' || token.text === '}')) return '';
    if (token?.text !== ')') continue;
    const open = partner[index] ?? -1;
    return open < 0 ? '' : nameBefore(tokens, partner, open);
  }
  return '';
}
