import { describe, expect, it } from '@jest/globals';
import { DRY_RUN_RESULT, RateLimitError } from '../../src/index.js';
import { scriptedProvider } from '../../src/testing/index.js';

const ASK = { messages: [{ role: 'user', content: 'x' }] } as const;

describe('scriptedProvider', () => {
  it('gives its turns in order and keeps what it was asked', async () => {
    const provider = scriptedProvider([
      { toolCalls: [{ name: 'hotspots', input: { top_n: 1 } }], usage: { inputTokens: 7 } },
      { structured: { verdict: 'memory' } },
      { text: 'done' },
      { refusal: 'no' },
      { error: new RateLimitError('anthropic', 'x') },
    ]);
    expect(await provider.chat(ASK)).toMatchObject({
      stopReason: 'tool_calls',
      blocks: [{ type: 'tool_call', id: 'call_1', name: 'hotspots', input: { top_n: 1 }, error: null }],
      usage: { inputTokens: 7, toolCalls: 1 },
    });
    expect(await provider.chat(ASK)).toMatchObject({ stopReason: 'end', structured: { verdict: 'memory' } });
    const text = await provider.chat(ASK);
    expect(text).toMatchObject({ text: 'done' });
    expect(text).not.toHaveProperty('structured');
    expect(await provider.chat(ASK)).toMatchObject({ stopReason: 'refusal', text: 'no' });
    await expect(provider.chat(ASK)).rejects.toMatchObject({ code: 'RATE_LIMIT' });
    await expect(provider.chat(ASK)).rejects.toMatchObject({ code: 'FATAL' });
    expect(provider.requests).toHaveLength(6);
  });

  it('keeps the manners of a provider', async () => {
    const provider = scriptedProvider([{ text: 'x' }], 'ollama');
    expect(await provider.chat(ASK, { dryRun: true })).toBe(DRY_RUN_RESULT);
    await expect(provider.chat(ASK, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
      provider: 'ollama',
    });
    expect(provider.requests).toEqual([]);
  });
});
