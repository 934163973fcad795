export {
  AuthError,
  CancelledError,
  FatalError,
  ProviderChainExhausted,
  ProviderError,
  QuotaExceededError,
  RateLimitError,
  TimeoutError,
  TransientError,
  UnknownProviderError,
} from './errors.js';
export type { FatalKind, ProviderErrorCode, ProviderErrorFields, TransientKind } from './errors.js';
export { errorFromStatus, retryAfterSeconds } from './error-from-status.js';
export type { HttpFailure } from './error-from-status.js';
