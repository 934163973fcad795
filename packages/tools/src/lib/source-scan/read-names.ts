import type { SourceToken } from './source-token.js';
import { ATTRIBUTES } from './c-vocabulary.js';
import { closingAngle, openingAngle } from './token-brackets.js';

/** Tokens between the start of a declaration and its name, at most. */
const LONGEST_DECLARATION = 200;

/** A function head: its name, where its parameters open and close. */
export interface FunctionHead {
  readonly name: string;
  readonly line: number;
  readonly open: number;
  readonly close: number;
}

/**
 * The function declared behind a qualifier such as `__global__`: attributes with parentheses, return types with template
 * arguments and explicit template arguments of the name are passed over. Null where none follows.
 */
export function functionAfter(
  tokens: readonly SourceToken[],
  partner: Int32Array,
  qualifier: number,
): FunctionHead | null {
  const last = Math.min(tokens.length - 1, qualifier + LONGEST_DECLARATION);
  for (let index = qualifier + 1; index < last; index++) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'pragma') return null;
    if (token.kind === 'punctuation' && (token.text === ';' || token.text === '{' || token.text === '}')) return null;
    if (token.text === '[') {
      const close = partner[index] ?? -1;
      if (close > index) index = close;
      continue;
    }
    if (token.kind !== 'word') continue;
    let open = index + 1;
    if (tokens[open]?.text === '<') {
      const close = closingAngle(tokens, partner, open);
      if (close < 0) return null;
      open = close + 1;
      if (tokens[open]?.text !== '(') {
        index = close;
        continue;
      }
    }
    if (tokens[open]?.text !== '(') continue;
    const close = partner[open] ?? -1;
    if (close < 0) return null;
    if (ATTRIBUTES.has(token.text)) {
      index = close;
      continue;
    }
    return { name: token.text, line: token.line, open, close };
  }
  return null;
}

/** The qualified name that ends before `end`, template arguments left out: `ns::k` of `ns::k<T, 4>`; '' without one. */
export function nameBefore(tokens: readonly SourceToken[], partner: Int32Array, end: number): string {
  const parts: string[] = [];
  for (let index = end - 1; index >= 0;) {
    if (tokens[index]?.text === '>') {
      const open = openingAngle(tokens, partner, index);
      if (open < 0) break;
      index = open - 1;
    }
    const token = tokens[index];
    if (token?.kind !== 'word') break;
    parts.unshift(token.text);
    if (tokens[index - 1]?.text !== '::') break;
    index -= 2;
  }
  return parts.join('::');
}

/** The kernel that an argument of a launch call names: casts, parentheses, `&` and HIP_KERNEL_NAME are taken off. */
export function nameInArgument(tokens: readonly SourceToken[], partner: Int32Array, from: number, to: number): string {
  let start = from;
  let end = to;
  for (let step = 0; step < 10; step++) {
    const text = tokens[start]?.text ?? '';
    const close = text === '(' ? (partner[start] ?? -1) : -1;
    if (text === '&' || text === '*') start++;
    else if (close === end - 1 && close > start) {
      start++;
      end--;
    } else if (close > start) start = close + 1;
    else if (text === 'HIP_KERNEL_NAME') start++;
    else if (/^(reinterpret|static|const)_cast$/.test(text) && tokens[start + 1]?.text === '<') {
      const angle = closingAngle(tokens, partner, start + 1);
      if (angle < 0) break;
      start = angle + 1;
    } else break;
  }
  const parts: string[] = [];
  for (let index = start; index < end; index++) {
    if (tokens[index]?.text === '::') continue;
    const token = tokens[index];
    if (token?.kind !== 'word') break;
    parts.push(token.text);
    let next = index + 1;
    if (tokens[next]?.text === '<') {
      const angle = closingAngle(tokens, partner, next);
      if (angle > next && tokens[angle + 1]?.text === '::') next = angle + 1;
    }
    if (tokens[next]?.text !== '::') break;
    index = next;
  }
  return parts.join('::');
}
