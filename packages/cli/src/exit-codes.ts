/** What the process tells its caller. */
export const EXIT = {
  ok: 0,
  /** The check that the user asked for failed. */
  checkFailed: 1,
  /** The user's input is wrong: usage, or a file that is missing, unreadable, foreign or damaged. */
  badInput: 2,
  /** A language model's service failed. */
  providerFailed: 4,
  /** A bug of ours. */
  internal: 70,
  timeLimit: 124,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_ERROR_CODE: Readonly<Record<string, ExitCode>> = {
  INVALID_ARGUMENT: EXIT.badInput,
  UNKNOWN_ID: EXIT.badInput,
  NOT_FOUND: EXIT.badInput,
  PERMISSION_DENIED: EXIT.badInput,
  OUTSIDE_ROOT: EXIT.badInput,
  NOT_A_TRACE: EXIT.badInput,
  DAMAGED: EXIT.badInput,
  BUSY: EXIT.badInput,
  SCHEMA_UNSUPPORTED: EXIT.badInput,
  AUTH: EXIT.badInput,
  RATE_LIMIT: EXIT.providerFailed,
  QUOTA_EXCEEDED: EXIT.providerFailed,
  TRANSIENT: EXIT.providerFailed,
  FATAL: EXIT.providerFailed,
  PROVIDER_TIMEOUT: EXIT.providerFailed,
  CHAIN_EXHAUSTED: EXIT.providerFailed,
  TIMEOUT: EXIT.timeLimit,
  CANCELLED: EXIT.interrupted,
};

/** Exit code for the code of one of our errors; a code that isn't known is a bug of ours. */
export function exitCodeOf(errorCode: string): ExitCode {
  return Object.hasOwn(BY_ERROR_CODE, errorCode) ? (BY_ERROR_CODE[errorCode] ?? EXIT.internal) : EXIT.internal;
}
