export { checkProvider } from './check-provider.js';
export type { ProviderCheck } from './check-provider.js';
export { DEFAULT_TIMEOUT_MS, PROVIDER_DESCRIPTIONS, createProvider } from './create-provider.js';
export type { ProviderOptions } from './create-provider.js';
export { DEFAULT_MODELS } from './default-models.js';
export type { InspectableProvider } from './dispatch/chat-provider.js';
export type { Clock } from './dispatch/chat-settings.js';
export { DRY_RUN_RESULT } from './dispatch/dry-run-result.js';
export type { EndpointState } from './dispatch/model-adapter.js';
export { DEFAULT_RETRY_POLICY } from './dispatch/retry-policy.js';
export type { RetryPolicy } from './dispatch/retry-policy.js';
export { normalizeBaseUrl } from './endpoint.js';
export { errorFromStatus, retryAfterSeconds } from './error-from-status.js';
export type { HttpFailure } from './error-from-status.js';
export { errorFromText } from './error-from-text.js';
export {
  AuthError,
  CancelledError,
  FatalError,
  ProviderChainExhausted,
  ProviderError,
  QuotaExceededError,
  RateLimitError,
  RecursionGuardViolation,
  TimeoutError,
  TransientError,
  UnknownProviderError,
} from './errors.js';
export type { FatalKind, ProviderErrorCode, ProviderErrorFields, TransientKind } from './errors.js';
export { extractJsonObject } from './extract-json.js';
export { createBreaker } from './fallback/breaker.js';
export type { Breaker } from './fallback/breaker.js';
export { parseFallbackChain, resolveFallbackChain } from './fallback/fallback-chain.js';
export { createFallbackProvider } from './fallback/fallback-provider.js';
export { doesCascade, runWithFallback } from './fallback/run-with-fallback.js';
export type { FallbackFailure, FallbackOptions, FallbackResult, FallbackTurn } from './fallback/run-with-fallback.js';
export type { Fetch, TlsOptions } from './http/transport.js';
export { textOfBlocks } from './messages.js';
export type {
  AnswerBlock,
  AssistantBlock,
  ChatMessage,
  DataPart,
  JsonSchema,
  OutputSpec,
  SystemBlock,
  TextBlock,
  TextPart,
  ThinkingBlock,
  ToolCallBlock,
  ToolResult,
  ToolSpec,
} from './messages.js';
export { OPENCODE_SESSION_MARKER, isInsideOpencodeSession, withOpencodeSession } from './opencode/opencode-session.js';
export { MODEL_PRICES, PRICES_AS_OF, costUsd } from './prices.js';
export type { ModelPrice, TokenCounts } from './prices.js';
export { parsePrivateHeaders, parseVerifySsl, secretHeaderValues } from './private-headers.js';
export type {
  ChatAttempt,
  ChatContext,
  ChatEvent,
  ChatProvider,
  ChatRequest,
  ChatResult,
  ProviderCaps,
  StopReason,
} from './provider.js';
export { PROVIDER_NAMES, isProviderName, providerName } from './provider-name.js';
export type { ProviderName } from './provider-name.js';
export { NARRATIVE_LENGTH, cleanNarrative } from './redact/clean-narrative.js';
export { redactPaths } from './redact/redact-paths.js';
export { redactSecrets } from './redact/redact-secrets.js';
export { createRedactor } from './redact/redactor.js';
export type { Redactor, RedactorOptions, Restored } from './redact/redactor.js';
export { UNTRUSTED_DATA_RULE, untrustedData } from './redact/untrusted-data.js';
export { UNTRUSTED_TEXT_LENGTH, untrustedText } from './redact/untrusted-text.js';
export { createRecordingFetch } from './replay/create-recording-fetch.js';
export type { RecordingOptions } from './replay/create-recording-fetch.js';
export { createReplayFetch } from './replay/create-replay-fetch.js';
export type { ReplayOptions } from './replay/create-replay-fetch.js';
export { NO_USAGE, addUsage } from './usage.js';
export type { Usage } from './usage.js';
