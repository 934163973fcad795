import { isPerfXpertError } from '../../tool/tool-errors.js';
import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { MergeContext } from './merge-context.js';

/** Errors that end the whole analysis: the trace cannot be read on, or the caller gave up. */
const FATAL_CODES: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'NOT_A_TRACE',
  'DAMAGED',
  'BUSY',
  'SCHEMA_UNSUPPORTED',
  'TIMEOUT',
  'CANCELLED',
]);
const MAX_MESSAGE_LENGTH = 200;

/** How a section is made: a part per process, and one result of all parts. */
export interface SectionDefinition<TInput, TPart, TResult> {
  /** Name for people: `time breakdown`. */
  readonly title: string;
  /** Key of the section in the report. */
  readonly key: string;
  readonly collect: (input: TInput) => TPart;
  readonly merge: (parts: readonly TPart[], context: MergeContext) => TResult;
  /** What stands for the section where it failed. */
  readonly empty: TResult;
}

/** A section in the making. */
export interface FactSection<TInput, TResult> {
  /** Adds the part of the next process; processes come in order. */
  collect(input: TInput): void;
  merge(context: MergeContext): TResult;
  /** What went wrong, after `merge`; null if nothing did. */
  readonly failure: Diagnostic | null;
}

/**
 * A section that fails alone: if one of its functions throws, its result is the empty shape and `failure` says why. What
 * makes the trace unreadable is thrown on.
 */
export function createFactSection<TInput, TPart, TResult>(
  definition: SectionDefinition<TInput, TPart, TResult>,
): FactSection<TInput, TResult> {
  let parts: TPart[] = [];
  let failure: Diagnostic | null = null;
  const attempt = (step: () => void): void => {
    if (failure !== null) return;
    try {
      step();
    } catch (error) {
      if (isPerfXpertError(error) && FATAL_CODES.has(error.code)) throw error;
      failure = unavailable(definition.title, definition.key, error);
      parts = [];
    }
  };
  return {
    collect: (input) => attempt(() => parts.push(definition.collect(input))),
    merge: (context) => {
      let result = definition.empty;
      attempt(() => {
        result = definition.merge(parts, context);
      });
      return result;
    },
    get failure() {
      return failure;
    },
  };
}

/** `time breakdown unavailable (TypeError: ...)`: the message is cut and kept on one line. */
function unavailable(title: string, key: string, error: unknown): Diagnostic {
  const type = error instanceof Error ? error.name : 'Error';
  const message = error instanceof Error ? error.message : 'unknown';
  const line = message.replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_LENGTH);
  return {
    code: 'SECTION_UNAVAILABLE',
    severity: 'error',
    message: `${title} unavailable (${type}: ${line})`,
    section: key,
    how_to_fix: 'The other sections are complete. Please report this as a fault of the program.',
  };
}
