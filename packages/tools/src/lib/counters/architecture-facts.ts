import { counterAliases, derivedMetricFormula, isCounterAvailable } from '@perfxpert/knowledge';
import type { Formula } from '@perfxpert/knowledge';

/** `derivedMetricFormula`, kept: the formula of a metric of the catalogue on an architecture, null where it has none. */
export const catalogueFormula = keptByArchitecture((gfxId, name): Formula | null => derivedMetricFormula(name, gfxId));

/** `isCounterAvailable`, kept: whether an architecture has a counter, null where that is not known. */
export const hasArchitectureCounter = keptByArchitecture((gfxId, name): boolean | null =>
  isCounterAvailable(name, gfxId),
);

/** Other spellings of a counter that are in use for an architecture (`counterAliases`, kept). */
export function counterSpellings(name: string, gfxId: string): readonly string[] {
  return spellingsByName('', gfxId).get(name) ?? [];
}

const spellingsByName = keptByArchitecture((gfxId): ReadonlyMap<string, readonly string[]> => {
  const spellings = new Map<string, string[]>();
  for (const [other, name] of counterAliases(gfxId)) spellings.set(name, [...(spellings.get(name) ?? []), other]);
  return spellings;
});

/**
 * Keeps the answers of a look-up. Kernels by the hundred ask the same: names come from formulas and architectures from
 * the tables, so there are few of either.
 */
function keptByArchitecture<T>(lookUp: (gfxId: string, name: string) => T): (name: string, gfxId: string) => T {
  const kept = new Map<string, { readonly answer: T }>();
  return (name, gfxId) => {
    const key = `${gfxId} ${name}`;
    let entry = kept.get(key);
    if (entry === undefined) kept.set(key, (entry = { answer: lookUp(gfxId, name) }));
    return entry.answer;
  };
}
