import type { SourceToken } from './source-token.js';

const OPENER_OF: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** Template arguments longer than this are taken for comparisons. */
const LONGEST_ANGLES = 200;

/** For each bracket token the index of its partner, -1 for one without and for all other tokens. */
export function matchBrackets(tokens: readonly SourceToken[]): Int32Array {
  const partner = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'punctuation') continue;
    if (text === '(' || text === '[' || text === '{') open.push(index);
    const opener = OPENER_OF[text];
    if (opener === undefined || tokens[open.at(-1) ?? -1]?.text !== opener) continue;
    const from = open.pop() ?? 0;
    partner[from] = index;
    partner[index] = from;
  }
  return partner;
}

/** Index of the `>` that closes the `<` at `at` as template arguments; -1 where it is a comparison or never closes. */
export function closingAngle(tokens: readonly SourceToken[], partner: Int32Array, at: number): number {
  let depth = 0;
  for (let index = at; index < tokens.length && index - at < LONGEST_ANGLES; index++) {
    const { kind, text } = tokens[index] ?? { kind: 'pragma', text: '' };
    if (kind !== 'punctuation') continue;
    if (text === '<') depth++;
    else if (text === '>') {
      depth--;
      if (depth === 0) return index;
    } else if (text === '(' || text === '[' || text === '{') {
      const close = partner[index] ?? -1;
      if (close < 0) return -1;
      index = close;
    } else if (text === ';' || text === ')' || text === ']' || text === '}' || text === '<<<') return -1;
  }
  return -1;
}

/** Index of the `<` that opens the template arguments closed by the `>` at `at`; -1 where there is none. */
export function openingAngle(tokens: readonly SourceToken[], partner: Int32Array, at: number): number {
  let depth = 0;
  for (let index = at; index >= 0 && at - index < LONGEST_ANGLES; index--) {
    const { kind, text } = tokens[index] ?? { kind: 'pragma', text: '' };
    if (kind !== 'punctuation') continue;
    if (text === '>') depth++;
    else if (text === '<') {
      depth--;
      if (depth === 0) return index;
    } else if (text === ')' || text === ']' || text === '}') {
      const open = partner[index] ?? -1;
      if (open < 0) return -1;
      index = open;
    } else if (text === ';' || text === '{' || text === '(') return -1;
  }
  return -1;
}

/** The arguments between the brackets at `open` and `close`, as ranges of tokens; commas in any bracket do not count. */
export function splitCallArguments(
  tokens: readonly SourceToken[],
  partner: Int32Array,
  open: number,
  close: number,
): { from: number; to: number }[] {
  if (close <= open + 1) return [];
  const parts: { from: number; to: number }[] = [];
  let from = open + 1;
  for (let index = open + 1; index < close; index++) {
    const text = tokens[index]?.kind === 'punctuation' ? tokens[index]?.text : undefined;
    if (text === '(' || text === '[' || text === '{') {
      const end = partner[index] ?? -1;
      if (end > index) index = end;
    } else if (text === '<' && tokens[index - 1]?.kind === 'word') {
      const end = closingAngle(tokens, partner, index);
      if (end > index && end < close) index = end;
    } else if (text === ',') {
      parts.push({ from, to: index });
      from = index + 1;
    }
  }
  parts.push({ from, to: close });
  return parts;
}
