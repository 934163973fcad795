import { expect } from '@jest/globals';
import { recommend } from '../../../src/lib/diagnosis/recommend.js';
import type { DiagnoseOptions } from '../../../src/lib/diagnosis/rule-input.js';
import type { TraceFacts } from '../../../src/lib/facts/trace-facts.js';
import type { Recommendation } from '../../../src/schemas/recommendation.js';

/** Categories of the recommendations, in their order. */
export function categories(facts: TraceFacts, options: DiagnoseOptions = {}): string[] {
  return recommend(facts, options).map((entry) => entry.category);
}

/** The one recommendation of a category. */
export function only(facts: TraceFacts, category: string, options: DiagnoseOptions = {}): Recommendation {
  const found = recommend(facts, options).filter((entry) => entry.category === category);
  expect(found).toHaveLength(1);
  return found[0]!;
}
