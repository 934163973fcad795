import type { SourceToken } from './source-token.js';

/** One statement of Python: lines joined by brackets or backslashes are one. */
export interface PythonLine {
  /** Columns before it; a tab reaches the next multiple of 8. */
  readonly indent: number;
  readonly tokens: readonly SourceToken[];
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /\.?\d[\w.]*/y;
const STRING_PREFIX = /^(r|u|b|f|t|br|rb|fr|rf|tr|rt)$/i;

/** Statements of Python text, without comments. A `string` token holds the text between its quotes, unescaped as written. */
export function lexPython(text: string): PythonLine[] {
  const lines: PythonLine[] = [];
  let tokens: SourceToken[] = [];
  let indent = 0;
  let line = 1;
  let depth = 0;
  let at = 0;
  const push = (kind: SourceToken['kind'], value: string) => tokens.push({ kind, text: value, line });
  const finish = () => {
    if (tokens.length > 0) lines.push({ indent, tokens });
    tokens = [];
  };
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '\n') {
      line++;
      at++;
      if (depth === 0) finish();
      continue;
    }
    if (character === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3))) {
      at = text.indexOf('\n', at) + 1;
      line++;
      continue;
    }
    if (character === '#') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
      continue;
    }
    if (character <= ' ') {
      at++;
      continue;
    }
    if (tokens.length === 0) indent = columnOf(text, at);
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0] ?? '';
    const quote = text[at + (STRING_PREFIX.test(word) ? word.length : 0)] ?? '';
    if ((quote === '"' || quote === "'") && (word === '' || STRING_PREFIX.test(word))) {
      const start = at + word.length;
      const { content, end } = readString(text, start, quote);
      push('string', content);
      for (let next = text.indexOf('\n', start); next >= 0 && next < end; next = text.indexOf('\n', next + 1)) line++;
      at = end;
      continue;
    }
    if (word !== '') {
      push('word', word);
      at += word.length;
      continue;
    }
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text)?.[0];
    if (number !== undefined) {
      push('number', number);
      at += number.length;
      continue;
    }
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
    push('punctuation', character);
    at++;
  }
  finish();
  return lines;
}

function columnOf(text: string, at: number): number {
  let column = 0;
  for (let index = text.lastIndexOf('\n', at - 1) + 1; index < at; index++)
    column = text[index] === '\t' ? (Math.floor(column / 8) + 1) * 8 : column + 1;
  return column;
}

/** A string from its opening quote on; one that never closes ends with its line, or with the text for triple quotes. */
function readString(text: string, start: number, quote: string): { content: string; end: number } {
  const triple = quote.repeat(3);
  const isTriple = text.startsWith(triple, start);
  const open = start + (isTriple ? 3 : 1);
  for (let at = open; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (isTriple ? text.startsWith(triple, at) : text[at] === quote)
      return { content: text.slice(open, at), end: at + (isTriple ? 3 : 1) };
    else if (!isTriple && text[at] === '\n') return { content: text.slice(open, at), end: at };
  }
  return { content: text.slice(open), end: text.length };
}
