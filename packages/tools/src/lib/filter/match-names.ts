import { createContext, runInContext } from 'node:vm';
import { ToolError } from '../../tool/tool-errors.js';

/** A pattern that needs longer than this is one that tries too many ways to match. */
const TIME_LIMIT_MS = 2_000;

/**
 * For each name whether the pattern matches somewhere in it. The pattern is a JavaScript regular expression and the names
 * come from a trace, so that together they may take for ever: the matching is stopped then.
 *
 * @throws ToolError INVALID_ARGUMENT for a pattern that is no regular expression or takes too long
 */
export function matchNames(field: string, pattern: string, names: readonly string[]): Uint8Array {
  const expression = compile(field, pattern);
  const matched = new Uint8Array(names.length);
  const context = createContext({ expression, names, matched });
  try {
    runInContext('names.forEach((name, at) => { matched[at] = expression.test(name) ? 1 : 0; });', context, {
      timeout: TIME_LIMIT_MS,
    });
  } catch (error) {
    throw refuse(field, pattern, 'a pattern that is matched in time', error);
  }
  return matched;
}

function compile(field: string, pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    try {
      // Without the flag more is allowed, such as an escaped letter that needs none.
      return new RegExp(pattern);
    } catch (error) {
      throw refuse(field, pattern, 'a JavaScript regular expression', error);
    }
  }
}

function refuse(field: string, pattern: string, expected: string, cause: unknown): ToolError {
  return new ToolError(
    'INVALID_ARGUMENT',
    `${field} ${pattern}: give ${expected}.`,
    { field, expected, got: pattern },
    { cause },
  );
}
