import { costUsd } from '../prices.js';
import type { ModelPrice, TokenCounts } from '../prices.js';
import { NO_USAGE, addUsage } from '../usage.js';
import type { Usage } from '../usage.js';
import type { AdapterReply } from './model-adapter.js';

/** What tries used that gave no answer: a service bills what it counted, whatever became of it. */
export class LostUsage {
  readonly #prices: Readonly<Record<string, ModelPrice>>;
  #total: Usage | null = null;
  #tokens: TokenCounts | null = null;
  #cost: number | null = null;
  #hasOutput = false;

  constructor(prices: Readonly<Record<string, ModelPrice>>) {
    this.#prices = prices;
  }

  /** A try begins. */
  begin(): void {
    this.#tokens = null;
    this.#cost = null;
    this.#hasOutput = false;
  }

  /** Tokens of this try so far. */
  note(tokens: TokenCounts, cost: number | undefined): void {
    this.#tokens = tokens;
    this.#cost = cost ?? this.#cost;
  }

  /** A piece of an answer came in this try. */
  noteOutput(): void {
    this.#hasOutput = true;
  }

  /** The try failed: what it used is a lower bound. A service that neither counted nor answered is taken to bill nothing. */
  addFailure(model: string | null): void {
    const tokens = this.#tokens;
    if (tokens === null && !this.#hasOutput) return;
    this.#add({
      ...NO_USAGE,
      ...tokens,
      modelCalls: 1,
      costUsd: this.#cost ?? (tokens === null || model === null ? null : costUsd(model, tokens, this.#prices)),
      isComplete: false,
    });
    this.begin();
  }

  /** An answer that can't be used, with its whole counts. */
  addReply({ model, tokens, modelCalls, costUsd: cost }: AdapterReply): void {
    this.#add({
      ...NO_USAGE,
      ...tokens,
      modelCalls,
      costUsd: cost ?? (tokens === null ? null : costUsd(model, tokens, this.#prices)),
      isComplete: tokens !== null,
    });
  }

  /** Everything so far, null where nothing was counted. */
  usage(latencyMs: number): Usage | null {
    return this.#total === null ? null : { ...this.#total, latencyMs };
  }

  #add(usage: Usage): void {
    this.#total = this.#total === null ? usage : addUsage(this.#total, usage);
  }
}
