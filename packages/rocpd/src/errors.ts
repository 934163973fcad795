/** The same symbol in every package and every bundled copy: errors are recognised by it, never by `instanceof`. */
const BRAND = Symbol.for('perfxpert.error');

/** Why a trace could not be read. */
export type RocpdErrorCode =
  'NOT_FOUND' | 'PERMISSION_DENIED' | 'NOT_A_TRACE' | 'DAMAGED' | 'BUSY' | 'SCHEMA_UNSUPPORTED' | 'INVALID_ARGUMENT';

/**
 * A trace that cannot be read. `message` is one line of our own words: what is wrong, then what to do. Text of the
 * database or of the file never enters it unescaped; the original error is kept as `cause`.
 */
export class RocpdError extends Error {
  readonly [BRAND] = true;
  readonly code: RocpdErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: RocpdErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'RocpdError';
    this.code = code;
    this.details = details;
  }
}
