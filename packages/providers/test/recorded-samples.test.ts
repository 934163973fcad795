import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createProvider } from '../src/index.js';
import type { ChatRequest, ChatResult } from '../src/index.js';
import type { WireReply } from '../src/testing/index.js';
import { HOTSPOTS, QUESTION, VERDICT, WIRED, askOnce, bytes } from './provider-cases.js';
import type { Wired } from './provider-cases.js';
import { findProviderSamples } from './shared-samples.js';

const SAMPLES = findProviderSamples();
const withSamples = SAMPLES === null ? describe.skip : describe;

interface Sample {
  readonly body: unknown;
}
interface ErrorSample {
  readonly status: number | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly body_text?: string;
}

const text = (name: string): string => fs.readFileSync(path.join(SAMPLES ?? '', name), 'utf8');
const json = (name: string): unknown => JSON.parse(text(name));

/** What each kind of status is to us; for 400 and 429 the body decides. */
const CODES: Readonly<Record<number, string>> = {
  400: 'FATAL',
  401: 'AUTH',
  402: 'QUOTA_EXCEEDED',
  403: 'AUTH',
  404: 'FATAL',
  413: 'FATAL',
  429: 'RATE_LIMIT',
  500: 'TRANSIENT',
  502: 'TRANSIENT',
  503: 'TRANSIENT',
  504: 'TRANSIENT',
  529: 'TRANSIENT',
};

function whole(name: string): WireReply {
  return { kind: 'status', status: 200, body: (json(name) as Sample).body };
}

function streamed(wired: Wired, name: string): WireReply {
  return bytes(wired.protocol, true, (response) => response.end(text(name)));
}

const WITH_TOOLS: ChatRequest = { ...QUESTION, tools: [HOTSPOTS] };
const WITH_ANSWER: ChatRequest = { ...QUESTION, output: VERDICT };
const CALL = {
  stopReason: 'tool_calls',
  blocks: expect.arrayContaining([
    expect.objectContaining({ type: 'tool_call', name: 'hotspots', input: { top_n: 3 } }),
  ]),
};
const [ANTHROPIC, OPENAI, PRIVATE, OLLAMA] = WIRED;

withSamples('recorded samples', () => {
  it.each(WIRED)('errors of $name', async (wired) => {
    for (const sample of json(`${wired.protocol}/errors.json`) as ErrorSample[]) {
      if (sample.status === null) continue;
      const body = sample.body ?? sample.body_text;
      const reply: WireReply = { kind: 'status', status: sample.status, body, headers: { ...sample.headers } };
      const isQuota = JSON.stringify(body).includes('insufficient_quota');
      for (const stream of [false, true]) {
        const error = await askOnce(wired, reply, {}, QUESTION, { stream });
        expect([sample, error]).toMatchObject([
          sample,
          { code: isQuota ? 'QUOTA_EXCEEDED' : CODES[sample.status], status: sample.status },
        ]);
      }
    }
  });

  it.each<[string, Wired, string, ChatRequest, object]>([
    ['text', ANTHROPIC, 'anthropic/response-text.json', QUESTION, { text: 'tile_gemm takes 81.2 % of GPU time.' }],
    ['a tool call', ANTHROPIC, 'anthropic/response-tool-use.json', WITH_TOOLS, { ...CALL, text: 'Let me look.' }],
    [
      'a structured answer',
      ANTHROPIC,
      'anthropic/response-structured.json',
      WITH_ANSWER,
      { structured: { verdict: 'memory', confidence: 0.8 } },
    ],
    ['a refusal', ANTHROPIC, 'anthropic/response-refusal.json', QUESTION, { stopReason: 'refusal', text: '' }],
    ['a cut answer', ANTHROPIC, 'anthropic/response-max-tokens.json', WITH_ANSWER, { kind: 'truncated' }],
    [
      'text',
      OPENAI,
      'openai/response-text.json',
      QUESTION,
      { text: 'tile_gemm takes 81.2 % of GPU time.', requestId: null },
    ],
    ['a tool call', OPENAI, 'openai/response-tool-calls.json', WITH_TOOLS, CALL],
    [
      'a refusal',
      OPENAI,
      'openai/response-refusal.json',
      QUESTION,
      { stopReason: 'refusal', text: 'I cannot help with that.' },
    ],
    ['a cut answer', OPENAI, 'openai/response-length.json', WITH_ANSWER, { kind: 'truncated' }],
    [
      'few fields (vLLM)',
      PRIVATE,
      'openai/response-vllm-minimal.json',
      QUESTION,
      { text: 'ok', usage: { inputTokens: 5, outputTokens: 1 } },
    ],
    [
      'text',
      OLLAMA,
      'ollama/response-text.json',
      QUESTION,
      { text: 'tile_gemm takes 81.2 %.', usage: { inputTokens: 26, outputTokens: 12 } },
    ],
    ['a tool call', OLLAMA, 'ollama/response-tool-calls.json', WITH_TOOLS, CALL],
    ['a cut answer', OLLAMA, 'ollama/response-cut-by-length.json', WITH_ANSWER, { kind: 'truncated' }],
  ])('%s, whole, of %j (%s)', async (_what, wired, name, request, expected) => {
    expect(await askOnce(wired, whole(name), {}, request)).toMatchObject(expected);
  });

  it.each<[string, Wired, string, ChatRequest, object]>([
    ['a tool call', ANTHROPIC, 'anthropic/stream-tool-use.sse', WITH_TOOLS, { ...CALL, text: 'Let me look.' }],
    ['an error', ANTHROPIC, 'anthropic/stream-error.sse', QUESTION, { code: 'TRANSIENT', kind: 'overloaded' }],
    ['a tool call', OPENAI, 'openai/stream-tool-calls.sse', WITH_TOOLS, { ...CALL, usage: { inputTokens: 412 } }],
    ['an error', OPENAI, 'openai/stream-error.sse', QUESTION, { code: 'TRANSIENT', kind: 'server' }],
    ['a cut', OPENAI, 'openai/stream-truncated.sse', QUESTION, { code: 'TRANSIENT', kind: 'connection' }],
    [
      'text',
      OLLAMA,
      'ollama/stream-text.ndjson',
      QUESTION,
      { text: 'tile_gemm', usage: { inputTokens: 26, outputTokens: 12 } },
    ],
    ['an error', OLLAMA, 'ollama/stream-error.ndjson', QUESTION, { code: 'TRANSIENT', kind: 'server' }],
    ['a cut', OLLAMA, 'ollama/stream-truncated.ndjson', QUESTION, { code: 'TRANSIENT', kind: 'connection' }],
  ])('%s, streamed, of %j (%s)', async (_what, wired, name, request, expected) => {
    expect(await askOnce(wired, streamed(wired, name), {}, request, { stream: true })).toMatchObject(expected);
  });

  it.each([
    ['run-json.ndjson', { text: 'tile_gemm takes 81.2 %.', usage: { inputTokens: 412, outputTokens: 38 } }],
    ['run-json-mixed.txt', { text: 'I could not run that.' }],
    ['run-json-error.ndjson', { code: 'AUTH' }],
  ])('output of opencode: %s', async (name, expected) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-test-samples-'));
    const binary = path.join(folder, 'opencode');
    fs.writeFileSync(
      binary,
      `#!${process.execPath}\nprocess.stdout.write(${JSON.stringify(text(`opencode/${name}`))});\n`,
      { mode: 0o755 },
    );
    const provider = createProvider('opencode', { binary, environment: { PATH: process.env['PATH'] } });
    const result: ChatResult | unknown = await provider.chat(QUESTION).catch((error: unknown) => error);
    fs.rmSync(folder, { recursive: true });
    expect(result).toMatchObject(expected);
  });
});
