/** Price of a model in US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Day up to which the vendors' public price lists were followed. */
export const PRICES_AS_OF = '2025-11-30';

/**
 * List prices of the models whose price is known for certain, by exact model id.
 *
 * Sources: the vendors' public price lists (claude.com/pricing, openai.com/api/pricing) as of `PRICES_AS_OF`. Writing the
 * cache costs 1.25 times the input price at Anthropic (five-minute cache) and nothing extra at OpenAI. A model that is not
 * listed has no price: a caller that knows one passes it in.
 */
export const MODEL_PRICES: Readonly<Record<string, ModelPrice>> = Object.freeze({
  'claude-haiku-4-5': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
  'claude-haiku-4-5-20251001': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
  'claude-opus-4-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-opus-4-5-20251101': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-sonnet-4-5': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  'claude-sonnet-4-5-20250929': { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  'gpt-4.1': { input: 2, output: 8, cacheRead: 0.5, cacheWrite: 2 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cacheRead: 0.1, cacheWrite: 0.4 },
  'gpt-4o': { input: 2.5, output: 10, cacheRead: 1.25, cacheWrite: 2.5 },
  'gpt-4o-mini': { input: 0.15, output: 0.6, cacheRead: 0.075, cacheWrite: 0.15 },
});

/** The token counts that make a price; cached tokens are parts of `inputTokens`. */
export interface TokenCounts {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

/**
 * US dollars for some tokens of a model, or null where its price is unknown.
 *
 * (input - cacheRead - cacheWrite) x input price + cacheRead x its price + cacheWrite x its price + output x its price,
 * all per million tokens. `prices` goes before our own table.
 */
export function costUsd(
  model: string,
  tokens: TokenCounts,
  prices: Readonly<Record<string, ModelPrice>> = {},
): number | null {
  const price = ownPrice(prices, model) ?? ownPrice(MODEL_PRICES, model);
  if (price === null) return null;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = tokens;
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const total =
    fresh * price.input +
    cacheReadTokens * price.cacheRead +
    cacheWriteTokens * price.cacheWrite +
    outputTokens * price.output;
  return total / 1e6;
}

function ownPrice(prices: Readonly<Record<string, ModelPrice>>, model: string): ModelPrice | null {
  return Object.hasOwn(prices, model) ? (prices[model] ?? null) : null;
}
