import { describe, expect, it } from '@jest/globals';
import { MODEL_PRICES, NO_USAGE, addUsage, costUsd } from '../src/index.js';

const USED = { ...NO_USAGE, inputTokens: 10, outputTokens: 5, modelCalls: 1, toolCalls: 2, latencyMs: 3, costUsd: 0.5 };

describe('addUsage', () => {
  it('adds field by field, and knows no price where one is missing', () => {
    expect(addUsage(USED, USED)).toEqual({
      ...USED,
      inputTokens: 20,
      outputTokens: 10,
      modelCalls: 2,
      toolCalls: 4,
      latencyMs: 6,
      costUsd: 1,
    });
    expect(addUsage(USED, { ...USED, costUsd: null }).costUsd).toBeNull();
    expect(addUsage(USED, { ...USED, isComplete: false }).isComplete).toBe(false);
    expect(addUsage(NO_USAGE, USED)).toEqual(USED);
  });
});

describe('costUsd', () => {
  const tokens = { inputTokens: 1_000_000, outputTokens: 100_000, cacheReadTokens: 400_000, cacheWriteTokens: 100_000 };

  it('prices fresh, cached and written tokens apart', () => {
    // claude-sonnet-4-5: 0.5 x 3 + 0.4 x 0.3 + 0.1 x 3.75 + 0.1 x 15 = 1.5 + 0.12 + 0.375 + 1.5 = 3.495
    expect(costUsd('claude-sonnet-4-5', tokens)).toBeCloseTo(3.495, 10);
  });

  it('is null for a model without a price, whatever its name', () => {
    expect(costUsd('claude-sonnet-5-5', tokens)).toBeNull();
    expect(costUsd('toString', tokens)).toBeNull();
  });

  it('takes a price that the caller knows', () => {
    expect(costUsd('m', tokens, { m: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 } })).toBeCloseTo(1.1, 10);
  });

  it('lists Anthropic prices by its rule: reading a tenth, writing 1.25 times the input', () => {
    for (const [model, price] of Object.entries(MODEL_PRICES).filter(([name]) => name.startsWith('claude'))) {
      expect([model, price.cacheRead]).toEqual([model, expect.closeTo(price.input / 10, 10)]);
      expect([model, price.cacheWrite]).toEqual([model, expect.closeTo(price.input * 1.25, 10)]);
    }
  });
});
