import { invalidArgument } from '../../tool/invalid-argument.js';

type Quote = "'" | '"' | null;

/**
 * The words of a command line by the quoting rules of a POSIX shell, without running or expanding anything: quotes group,
 * a backslash takes the next character as it is (between double quotes only `"`, `\`, `$`, a backtick and a line break).
 *
 * Source: POSIX.1-2017, Shell Command Language 2.2.
 *
 * @throws ToolError INVALID_ARGUMENT for a quote that is not closed or a backslash at the end; `field` names the argument
 */
export function splitCommandLine(line: string, field: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: Quote = null;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (quote === null && /\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (character === '\\' && quote !== "'") {
      index += 1;
      if (index >= line.length) throw invalidArgument(field, 'a command line that does not end in a backslash', line);
      word = (word ?? '') + escaped(line.charAt(index), quote);
    } else if (character === quote) quote = null;
    else if (quote === null && (character === "'" || character === '"')) {
      quote = character;
      word ??= '';
    } else word = (word ?? '') + character;
  }
  if (quote !== null) throw invalidArgument(field, `a command line in which each ${quote} is closed`, line);
  if (word !== null) words.push(word);
  return words;
}

/** What a backslash and the character behind it stand for. */
function escaped(character: string, quote: Quote): string {
  if (character === '\n') return '';
  return quote === '"' && !'"\\$`'.includes(character) ? `\\${character}` : character;
}
