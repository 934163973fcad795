import type { SourceToken } from './source-token.js';

export interface LexedC {
  readonly tokens: readonly SourceToken[];
  /** Texts between the brackets or quotes of `#include`. */
  readonly includes: readonly string[];
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /\.?\d(?:[eEpP][+-]|'\w|[\w.])*/y;
const CLOSER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** Deeper nesting is not brought back at an `#else`. */
const MOST_RESTORED = 200;

interface Conditional {
  /** Brackets open at the `#if`. */
  readonly open: readonly string[];
  /** Whether the text around it is kept. */
  readonly isAroundActive: boolean;
  /** What its present branch is: `0` of an `#if 0` is left out. */
  isActive: boolean;
  /** A branch that is taken for certain (`#if 1`) leaves out those after it. */
  readonly isDecided: boolean;
}

/**
 * Tokens of C, C++, HIP, CUDA or OpenCL text: no comments, no bodies of `#define`, no `#if 0` branches. Of other
 * conditionals all branches are kept, and each begins with the brackets that were open at the `#if`, so that a brace
 * opened in two branches is closed once. `>` is always a token of its own, `<<<` is one.
 */
export function lexC(text: string, firstLine = 1): LexedC {
  const tokens: SourceToken[] = [];
  const includes: string[] = [];
  const conditionals: Conditional[] = [];
  let open: string[] = [];
  let line = firstLine;
  let at = 0;
  let isLineStart = true;
  const isActive = () => {
    const inner = conditionals.at(-1);
    return inner === undefined || (inner.isAroundActive && inner.isActive);
  };
  const push = (kind: SourceToken['kind'], value: string) => {
    if (isActive()) tokens.push({ kind, text: value, line });
  };
  const bracket = (value: string) => {
    if (!isActive()) return;
    tokens.push({ kind: 'punctuation', text: value, line });
    if (CLOSER[value] !== undefined) open.push(value);
    else if (CLOSER[open.at(-1) ?? ''] === value) open.pop();
  };
  const restore = (saved: readonly string[]) => {
    if (open.length > MOST_RESTORED) return;
    let shared = 0;
    while (shared < saved.length && saved[shared] === open[shared]) shared++;
    for (const opener of open.slice(shared).reverse())
      tokens.push({ kind: 'punctuation', text: CLOSER[opener] ?? '', line });
    for (const opener of saved.slice(shared)) tokens.push({ kind: 'punctuation', text: opener, line });
    open = [...saved];
  };
  const skipTo = (end: number) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < end; next = text.indexOf('\n', next + 1)) line++;
    at = end;
  };
  const directive = (content: string) => {
    const name = /^\s*([a-z]+)/.exec(content)?.[1] ?? '';
    const rest = content.slice(content.indexOf(name) + name.length).trim();
    const current = conditionals.at(-1);
    if (name === 'if' || name === 'ifdef' || name === 'ifndef') {
      const isOff = name === 'if' && /^(0|false)$/.test(rest);
      conditionals.push({
        open: open.length > MOST_RESTORED ? [] : [...open],
        isAroundActive: isActive(),
        isActive: !isOff,
        isDecided: name === 'if' && /^(1|true)$/.test(rest),
      });
    } else if ((name === 'else' || name === 'elif') && current !== undefined) {
      current.isActive = true;
      if (isActive()) restore(current.open);
      current.isActive = !current.isDecided && !(name === 'elif' && /^(0|false)$/.test(rest));
    } else if (name === 'endif') conditionals.pop();
    else if (name === 'pragma') push('pragma', rest);
    else if (name === 'include' && isActive()) includes.push(rest.replace(/^[<"]|[>"].*$/g, ''));
  };
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '\n') {
      line++;
      at++;
      isLineStart = true;
      continue;
    }
    if (character <= ' ' || character === '\\') {
      at++;
      continue;
    }
    if (text.startsWith('//', at)) {
      skipTo(endOfLogicalLine(text, at));
      continue;
    }
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      skipTo(end < 0 ? text.length : end + 2);
      continue;
    }
    if (character === '#' && isLineStart) {
      const end = endOfDirective(text, at);
      const content = text.slice(at + 1, end).replace(/\\\r?\n/g, ' ');
      directive(withoutComments(content));
      skipTo(end);
      continue;
    }
    isLineStart = false;
    if (character === '"' || character === "'") {
      const end = endOfString(text, at, character);
      push('string', text.slice(at + 1, Math.max(end - 1, at + 1)));
      skipTo(end);
      continue;
    }
    const word = match(WORD, text, at);
    if (word !== null) {
      at += word.length;
      if (text[at] === '"' && /^(u8|u|U|L)?R$/.test(word)) {
        const raw = rawString(text, at);
        push('string', raw.content);
        skipTo(raw.end);
      } else push('word', word);
      continue;
    }
    const number = match(NUMBER, text, at);
    if (number !== null) {
      push('number', number);
      at += number.length;
      continue;
    }
    if ('(){}[]'.includes(character)) {
      bracket(character);
      at++;
      continue;
    }
    const operator = ['<<<', '::', '->'].find((known) => text.startsWith(known, at)) ?? character;
    push('punctuation', operator);
    at += operator.length;
  }
  return { tokens, includes };
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** Index of the line end that no backslash continues. */
function endOfLogicalLine(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
    const before = text[at - 1] === '\r' ? at - 2 : at - 1;
    if (text[before] !== '\\') return at;
  }
  return text.length;
}

/** As `endOfLogicalLine`, or the end of a block comment that begins on it. */
function endOfDirective(text: string, from: number): number {
  const end = endOfLogicalLine(text, from);
  const content = text.slice(from, end);
  const comment = content.lastIndexOf('/*');
  if (comment < 0 || content.lastIndexOf('*/') > comment) return end;
  const close = text.indexOf('*/', end);
  return close < 0 ? text.length : close + 2;
}

/** Index behind the closing quote; behind the line where it never closes. */
function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === quote) return at + 1;
    else if (character === '\n') return at;
  }
  return text.length;
}

/** A raw string from its opening quote on: `"delimiter(content)delimiter"`. */
function rawString(text: string, quote: number): { content: string; end: number } {
  const open = text.indexOf('(', quote);
  if (open < 0 || open - quote > 17) return { content: '', end: quote + 1 };
  const closing = `)${text.slice(quote + 1, open)}"`;
  const close = text.indexOf(closing, open);
  if (close < 0) return { content: text.slice(open + 1), end: text.length };
  return { content: text.slice(open + 1, close), end: close + closing.length };
}

function withoutComments(content: string): string {
  const line = content.indexOf('//');
  return (line < 0 ? content : content.slice(0, line)).replace(/\/\*[^*]*\*\//g, ' ').trim();
}
