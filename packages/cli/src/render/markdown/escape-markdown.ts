import { ABSENT } from '../format-number.js';

/** Characters that Markdown gives a meaning to anywhere in a line. `_` has one only at the edge of a word. */
const SPECIAL = /[\\`*[\]<>|~&#]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** What begins a list, a heading or a rule at the start of a line. */
const BLOCK_START = /^(?:[-+=]|(\d+)(?=[.)](?: |$)))/;
/** Words that GitHub turns into links or notifications: mentions, addresses, URLs. */
const LINKED = /@|:\/\/|^www\./i;

/**
 * One line of text as Markdown that shows exactly these characters, in CommonMark as in GitHub's flavour: nothing in it
 * becomes a heading, a table cell, HTML, a link or a mention. The text has no line breaks (see `escapeText`).
 */
export function escapeMarkdown(text: string): string {
  return escapeWords(text, codeSpan);
}

/** The text of a cell of a table. Names stand in code spans. */
export function escapeCell(text: string, isName: boolean): string {
  return isName && text !== '' && text !== ABSENT ? codeSpanInCell(text) : escapeWords(text, codeSpanInCell);
}

/** A text as a code span: the fence is longer than any run of backticks in it. */
export function codeSpan(text: string): string {
  const fence = fenceFor(text, 1);
  const pad = /^[` ]|[` ]$/.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** A run of backticks longer than any in the text, `least` at least. */
export function fenceFor(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), least - 1);
  return '`'.repeat(longest + 1);
}

/**
 * Even inside a code span `|` ends the cell unless it is escaped, and a backslash right before it cannot be written
 * (GitHub Flavored Markdown, Tables): there a space comes between.
 */
function codeSpanInCell(text: string): string {
  return codeSpan(text.replaceAll('\\|', '\\ |').replaceAll('|', '\\|'));
}

function escapeWords(text: string, asCode: (word: string) => string): string {
  const words = text.trim().split(/ +/);
  const escaped = words.map((word) => (LINKED.test(word) ? asCode(word) : word.replace(SPECIAL, escapeOne))).join(' ');
  return escaped.replace(BLOCK_START, (start, digits?: string) =>
    digits === undefined ? `\\${start}` : `${digits}\\`,
  );
}

function escapeOne(character: string): string {
  return `\\${character}`;
}
