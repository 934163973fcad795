/** The same symbol in every package and every bundled copy: errors are recognised by it, never by `instanceof`. */
const BRAND = Symbol.for('perfxpert.error');

/** `UNKNOWN_ID`: no entry of that name (`details.known` lists the names). `INTERNAL`: a data file of ours is broken. */
export type KnowledgeErrorCode = 'UNKNOWN_ID' | 'INTERNAL';

/** A look-up that has no answer. `message` is one line of our own words; outside text enters it quoted and cut. */
export class KnowledgeError extends Error {
  readonly [BRAND] = true;
  readonly code: KnowledgeErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: KnowledgeErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'KnowledgeError';
    this.code = code;
    this.details = details;
  }
}

const MAX_SHOWN_CHARACTERS = 80;

/**
 * The error of a look-up by name that has no such entry: `details` = `{ kind, value, known }`, known names sorted, and
 * the message holds all three (`Unknown gfx id "gfx9999"; known: gfx1030, ...`). The value is shown as a JSON string,
 * cut at 80 characters.
 */
export function unknownIdError(kind: string, value: string, known: Iterable<string>): KnowledgeError {
  const names = [...known].sort();
  const shown = JSON.stringify(value.slice(0, MAX_SHOWN_CHARACTERS));
  return new KnowledgeError('UNKNOWN_ID', `Unknown ${kind} ${shown}; known: ${names.join(', ')}`, {
    kind,
    value,
    known: names,
  });
}
