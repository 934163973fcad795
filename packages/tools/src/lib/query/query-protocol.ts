import { ToolError, isPerfXpertError } from '../../tool/tool-errors.js';
import type { PerfXpertError } from '../../tool/tool-errors.js';
import type { QueryResult } from './run-query.js';

/** What the process of a query answers, once. */
export type QueryAnswer =
  | { readonly kind: 'result'; readonly result: QueryResult }
  | {
      readonly kind: 'error';
      readonly code: string;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
    };

/** An error as data. Errors that are not ours lose their text, which may come from a trace. */
export function answerOf(error: unknown): QueryAnswer {
  if (!isPerfXpertError(error))
    return { kind: 'error', code: 'INTERNAL', message: 'The query failed for a reason of its own.', details: {} };
  return { kind: 'error', code: error.code, message: error.message, details: error.details };
}

/** The error that an answer tells of, with its code. */
export function throwAgain(answer: Extract<QueryAnswer, { kind: 'error' }>): PerfXpertError {
  const error = new ToolError('INTERNAL', answer.message, answer.details);
  return Object.assign(error, { code: answer.code });
}
