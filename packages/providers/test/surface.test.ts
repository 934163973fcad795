import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as errors from '../src/errors.js';
import * as providers from '../src/index.js';
import * as testing from '../src/testing/index.js';

const PACKAGE = path.resolve(import.meta.dirname, '..');

const VALUES = [
  'AuthError',
  'CancelledError',
  'DEFAULT_MODELS',
  'DEFAULT_RETRY_POLICY',
  'DEFAULT_TIMEOUT_MS',
  'DRY_RUN_RESULT',
  'FatalError',
  'MODEL_PRICES',
  'NARRATIVE_LENGTH',
  'NO_USAGE',
  'OPENCODE_SESSION_MARKER',
  'PRICES_AS_OF',
  'PROVIDER_DESCRIPTIONS',
  'PROVIDER_NAMES',
  'ProviderChainExhausted',
  'ProviderError',
  'QuotaExceededError',
  'RateLimitError',
  'RecursionGuardViolation',
  'TimeoutError',
  'TransientError',
  'UNTRUSTED_DATA_RULE',
  'UNTRUSTED_TEXT_LENGTH',
  'UnknownProviderError',
  'addUsage',
  'checkProvider',
  'cleanNarrative',
  'costUsd',
  'createBreaker',
  'createFallbackProvider',
  'createProvider',
  'createRecordingFetch',
  'createRedactor',
  'createReplayFetch',
  'doesCascade',
  'errorFromStatus',
  'errorFromText',
  'extractJsonObject',
  'isInsideOpencodeSession',
  'isProviderName',
  'normalizeBaseUrl',
  'parseFallbackChain',
  'parsePrivateHeaders',
  'parseVerifySsl',
  'providerName',
  'redactPaths',
  'redactSecrets',
  'resolveFallbackChain',
  'retryAfterSeconds',
  'runWithFallback',
  'secretHeaderValues',
  'textOfBlocks',
  'untrustedData',
  'untrustedText',
  'withOpencodeSession',
];
const TYPES = [
  'AnswerBlock',
  'AssistantBlock',
  'Breaker',
  'ChatAttempt',
  'ChatContext',
  'ChatEvent',
  'ChatMessage',
  'ChatProvider',
  'ChatRequest',
  'ChatResult',
  'Clock',
  'DataPart',
  'EndpointState',
  'FallbackFailure',
  'FallbackOptions',
  'FallbackResult',
  'FallbackTurn',
  'FatalKind',
  'Fetch',
  'HttpFailure',
  'InspectableProvider',
  'JsonSchema',
  'ModelPrice',
  'OutputSpec',
  'ProviderCaps',
  'ProviderCheck',
  'ProviderErrorCode',
  'ProviderErrorFields',
  'ProviderName',
  'ProviderOptions',
  'RecordingOptions',
  'Redactor',
  'RedactorOptions',
  'ReplayOptions',
  'Restored',
  'RetryPolicy',
  'StopReason',
  'SystemBlock',
  'TextBlock',
  'TextPart',
  'ThinkingBlock',
  'TlsOptions',
  'TokenCounts',
  'ToolCallBlock',
  'ToolResult',
  'ToolSpec',
  'TransientKind',
  'Usage',
];

/** Names of the types that an entry exports. */
function typesOf(file: string): string[] {
  const text = fs.readFileSync(path.join(PACKAGE, file), 'utf8');
  return [...text.matchAll(/export type \{([^}]*)\}/g)]
    .flatMap(([, list]) => (list ?? '').split(',').map((word) => word.trim()))
    .filter((word) => word !== '')
    .sort();
}

describe('the package', () => {
  it('exports these values', () => {
    expect(Object.keys(providers).sort()).toEqual(VALUES);
  });

  it('exports these types', () => {
    expect(typesOf('src/index.ts')).toEqual(TYPES);
  });

  it('exports its errors alone too', () => {
    const names = Object.keys(errors).sort();
    expect(names).toEqual(
      Object.keys(providers)
        .filter((name) => names.includes(name))
        .sort(),
    );
    expect(names).toContain('ProviderError');
  });

  it('exports these for tests', () => {
    expect(Object.keys(testing).sort()).toEqual(['WIRE_USAGE', 'scriptedProvider', 'startModelServer']);
    expect(typesOf('src/testing/index.ts')).toEqual([
      'ModelServer',
      'ModelServerOptions',
      'RecordedRequest',
      'ScriptedProvider',
      'ScriptedTurn',
      'WireCall',
      'WireProtocol',
      'WireReply',
    ]);
  });

  it('has these entries, here and when published', () => {
    const manifest = JSON.parse(fs.readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as {
      exports: object;
      publishConfig: { exports: object };
    };
    const entries = ['./package.json', '.', './errors', './testing'];
    expect([Object.keys(manifest.exports), Object.keys(manifest.publishConfig.exports)]).toEqual([entries, entries]);
  });
});
