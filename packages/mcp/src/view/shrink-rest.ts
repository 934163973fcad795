import { jsonBytes } from './measure-lists.js';
import type { View } from './budget-view.js';

/** Entries that a map keeps in the last resort. */
const KEPT_ENTRIES = 5;

/**
 * The last resort, for a payload that is too large without any list to cut: maps with many entries lose their last
 * ones, and long texts their ends, the largest first, until the view fits.
 */
export function shrinkRest(view: View, budget: number): View {
  const copy = structuredClone(view) as Record<string, unknown>;
  for (let round = 0; round < 200 && jsonBytes(copy) > budget; round++) {
    const largest = largestPart(copy);
    if (largest === null) break;
    const { holder, key } = largest;
    const value = holder[key];
    if (typeof value === 'string') holder[key] = `${value.slice(0, Math.max(64, value.length / 2))}…`;
    else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      holder[key] = Object.fromEntries(entries.slice(0, Math.max(KEPT_ENTRIES, Math.floor(entries.length / 2))));
    }
  }
  return { ...copy, truncated: true };
}

interface Part {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly bytes: number;
}

function largestPart(root: Record<string, unknown>): Part | null {
  let best: Part | null = null;
  const visit = (holder: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(holder)) {
      const bytes = jsonBytes(value);
      const isText = typeof value === 'string' && value.length > 200;
      const isObject = typeof value === 'object' && value !== null;
      const isMap = isObject && !Array.isArray(value) && Object.keys(value).length > 2 * KEPT_ENTRIES;
      if ((isText || isMap) && (best === null || bytes > best.bytes)) best = { holder, key, bytes };
      // Objects and lists alike are walked by their own keys.
      if (isObject) visit(value as Record<string, unknown>);
    }
  };
  visit(root);
  return best;
}
