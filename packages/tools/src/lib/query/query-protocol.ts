import { ToolError, isPerfXpertError } from '../../tool/tool-errors.js';
import type { PerfXpertError } from '../../tool/tool-errors.js';
import type { QueryResult } from './run-query.js';

/** What came of a query. */
export type QueryOutcome =
  | { readonly kind: 'result'; readonly result: QueryResult }
  | {
      readonly kind: 'error';
      readonly code: string;
      readonly message: string;
      readonly details: Readonly<Record<string, unknown>>;
    };

/** What the process of queries answers to each, with the memory that it holds then. */
export type QueryAnswer = QueryOutcome & { readonly memoryBytes: number };

/** An error as data. Errors that are not ours lose their text, which may come from a trace. */
export function outcomeOf(error: unknown): QueryOutcome {
  if (!isPerfXpertError(error))
    return { kind: 'error', code: 'INTERNAL', message: 'The query failed for a reason of its own.', details: {} };
  return { kind: 'error', code: error.code, message: error.message, details: error.details };
}

/** The error that an answer tells of, with its code. */
export function throwAgain(answer: Extract<QueryOutcome, { kind: 'error' }>): PerfXpertError {
  const error = new ToolError('INTERNAL', answer.message, answer.details);
  return Object.assign(error, { code: answer.code });
}
