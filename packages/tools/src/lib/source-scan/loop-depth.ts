import type { SourceToken } from './source-token.js';

/** Tokens of a loop body without braces, those in brackets counted as one; bounds the time for hostile text. */
const LONGEST_STATEMENT = 300;

/** For each token the number of loop bodies (`for`, `while`, `do`) it stands in. */
export function loopDepths(tokens: readonly SourceToken[], partner: Int32Array): Uint32Array {
  const change = new Int32Array(tokens.length + 1);
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'word' || (text !== 'for' && text !== 'while' && text !== 'do')) continue;
    const body = bodyStart(tokens, partner, index);
    if (body < 0) continue;
    const end = statementEnd(tokens, partner, body);
    change[body] = (change[body] ?? 0) + 1;
    change[end] = (change[end] ?? 0) - 1;
  }
  const depths = new Uint32Array(tokens.length);
  let depth = 0;
  for (let index = 0; index < tokens.length; index++) {
    depth += change[index] ?? 0;
    depths[index] = depth;
  }
  return depths;
}

function bodyStart(tokens: readonly SourceToken[], partner: Int32Array, keyword: number): number {
  if (tokens[keyword]?.text === 'do') return keyword + 1 < tokens.length ? keyword + 1 : -1;
  if (tokens[keyword + 1]?.text !== '(') return -1;
  const close = partner[keyword + 1] ?? -1;
  return close < 0 || close + 1 >= tokens.length ? -1 : close + 1;
}

/** Index behind the statement at `from`: its block, or the first semicolon or block outside of parentheses. */
function statementEnd(tokens: readonly SourceToken[], partner: Int32Array, from: number): number {
  let steps = 0;
  for (let index = from; index < tokens.length && steps < LONGEST_STATEMENT; index++, steps++) {
    const text = tokens[index]?.kind === 'punctuation' ? tokens[index]?.text : undefined;
    if (text === ';') return index + 1;
    if (text === '}') return index;
    if (text !== '(' && text !== '[' && text !== '{') continue;
    const close = partner[index] ?? -1;
    if (close < 0) return index;
    if (text === '{') return close + 1;
    index = close;
  }
  return from;
}
