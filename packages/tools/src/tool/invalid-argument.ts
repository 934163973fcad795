import { ToolError } from './tool-errors.js';

/** What `got` shows of a value at most: enough to recognise it, never a page of somebody's text. */
const MAX_SHOWN_CHARACTERS = 80;

/**
 * The error of an argument that no schema can judge by itself. `expected` completes "`field` must be ..."; `details` =
 * `{ field, expected, got }` and what the caller adds.
 */
export function invalidArgument(
  field: string,
  expected: string,
  got: unknown,
  details: Readonly<Record<string, unknown>> = {},
): ToolError {
  const shown = showValue(got).slice(0, MAX_SHOWN_CHARACTERS);
  return new ToolError('INVALID_ARGUMENT', `${field} must be ${expected}, not ${shown}.`, {
    field,
    expected,
    got: shown,
    ...details,
  });
}

function showValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
