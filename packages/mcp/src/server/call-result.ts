import type { WireError } from '@perfxpert/agents/tools';
import { budgetView } from '../view/budget-view.js';

/** An answer to `tools/call`, as the protocol has it. */
export interface CallResult {
  readonly [key: string]: unknown;
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
}

/** The answer that a thread made, both as text and as structure. */
export function successResult(text: string): CallResult {
  // The text was made from an object.
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> };
}

/** An error as an answer: its code, our message, and its details beside them. */
export function errorResult({ code, message, details }: WireError): CallResult {
  const { code: _code, message: _message, ...others } = details;
  const view = { ...budgetView({ code, message, ...others }) };
  return { content: [{ type: 'text', text: JSON.stringify(view) }], structuredContent: view, isError: true };
}

/** INVALID_ARGUMENT of the wire itself. */
export function invalidArgument(field: string, expected: string, got: unknown): CallResult {
  const shown = (JSON.stringify(got) ?? 'nothing').slice(0, 80);
  return errorResult({
    code: 'INVALID_ARGUMENT',
    message: `${field} must be ${expected}.`,
    details: { field, expected, got: shown },
  });
}
