/** The same symbol in every package and every bundled copy: errors are recognised by it, never by `instanceof`. */
const BRAND = Symbol.for('perfxpert.error');

/** Codes of errors that tools raise themselves; a trace's own codes come from the reader (`RocpdErrorCode`). */
export type ToolErrorCode =
  | 'INVALID_ARGUMENT'
  | 'UNKNOWN_ID'
  | 'NOT_FOUND'
  | 'PERMISSION_DENIED'
  | 'OUTSIDE_ROOT'
  | 'DAMAGED'
  | 'BUSY'
  | 'SCHEMA_UNSUPPORTED'
  | 'TIMEOUT'
  | 'CANCELLED'
  | 'INTERNAL';

/** An error with a code that a caller can act on. The message is one line of our own words. */
export interface PerfXpertError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What a tool raises when its caller broke a promise; absence of data is never an error. */
export class ToolError extends Error implements PerfXpertError {
  readonly [BRAND] = true;
  readonly code: ToolErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ToolErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ToolError';
    this.code = code;
    this.details = details;
  }
}

/** True for errors of any PerfXpert package, whichever copy of it raised them. */
export function isPerfXpertError(value: unknown): value is PerfXpertError {
  return typeof value === 'object' && value !== null && BRAND in value && 'code' in value;
}

/** Error as a wire object. */
export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Any thrown value as `{ code, message, details }`. Values that are no errors of ours become INTERNAL without any of
 * their text, because that text can come from a trace, a file or a service.
 */
export function toWireError(value: unknown): WireError {
  if (isPerfXpertError(value)) return { code: value.code, message: value.message, details: value.details };
  return { code: 'INTERNAL', message: 'Internal error; set PERFXPERT_DEBUG=1 and run again to see it.', details: {} };
}
