import { invalidArgument } from '../../tool/invalid-argument.js';
import type { QueryTable } from './query-tables.js';
import { isQueryTable } from './query-tables.js';

const MAX_SQL = 100_000;
/** What a query may begin with. */
const ALLOWED = /^(select|with|values)$/i;
/** Words that name other databases or change something, wherever they stand as words. */
const REFUSED = /^(attach|detach|pragma|vacuum|insert|update|delete|drop|create|alter|reindex|load_extension)$/i;

interface SqlWord {
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * The tables that a statement may name. Only one statement that reads is let through; SQLite checks that again.
 *
 * @throws ToolError INVALID_ARGUMENT
 */
export function checkStatement(sql: string): ReadonlySet<QueryTable> {
  if (sql.length > MAX_SQL) throw invalidArgument('sql', `at most ${MAX_SQL} characters`, `${sql.length} characters`);
  const { words, hasMore } = readWords(sql);
  const [first] = words;
  if (first === undefined || !ALLOWED.test(first.text) || first.isQuoted)
    throw invalidArgument('sql', 'a query that begins with SELECT, WITH or VALUES', first?.text ?? 'nothing');
  if (hasMore) throw invalidArgument('sql', 'one statement', 'several');
  const refused = words.find(({ text, isQuoted }) => !isQuoted && REFUSED.test(text));
  if (refused !== undefined)
    throw invalidArgument('sql', `a query without ${refused.text.toUpperCase()}`, refused.text);
  const tables = words.map(({ text }) => text.toLowerCase()).filter(isQueryTable);
  return new Set(tables);
}

/** Words outside of strings and comments; identifiers in quotes count as words. */
function readWords(sql: string): { words: SqlWord[]; hasMore: boolean } {
  const words: SqlWord[] = [];
  let isOver = false;
  let hasMore = false;
  for (let at = 0; at < sql.length;) {
    const character = sql[at] ?? '';
    const close = character === '[' ? ']' : character;
    if (sql.startsWith('--', at)) at = endOf(sql, '\n', at);
    else if (sql.startsWith('/*', at)) at = endOf(sql, '*/', at + 2);
    else if (character === ';') {
      isOver = true;
      at++;
    } else if (character <= ' ') at++;
    else {
      if (isOver) hasMore = true;
      if (character === "'" || character === '"' || character === '`' || character === '[') {
        const end = endOfQuoted(sql, close, at + 1);
        if (character !== "'") words.push({ text: sql.slice(at + 1, end - 1), isQuoted: true });
        at = end;
      } else {
        const word = /^[\p{L}_][\p{L}\p{N}_$]*/u.exec(sql.slice(at, at + 200))?.[0];
        if (word !== undefined) words.push({ text: word, isQuoted: false });
        at += word?.length ?? 1;
      }
    }
  }
  return { words, hasMore };
}

function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from);
  return found < 0 ? sql.length : found + mark.length;
}

/** Index behind the closing quote; a doubled quote is one of the text. */
function endOfQuoted(sql: string, quote: string, from: number): number {
  for (let at = from; at < sql.length; at++) {
    if (sql[at] !== quote) continue;
    if (quote !== ']' && sql[at + 1] === quote) at++;
    else return at + 1;
  }
  return sql.length;
}
